import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { formatPlural } from "#lib/format/format-number.ts";
import { migrate, planOf } from "#server/database/migrate.ts";
import type { Migration } from "#server/database/migration.ts";
import { readRecords } from "#server/database/migration-records.ts";
import { type Database, openDatabase } from "#server/database/open-database.ts";
import { type Command, runCommand } from "./config/run-command.ts";
import { StartError } from "./config/start-error.ts";
import { migrations } from "./store/migrations.ts";
import type { ConsoleSchema } from "./store/schema/schema.ts";

const rowForms = { one: "row", other: "rows" };
const stepForms = { one: "step", other: "steps" };

const usage = `bin/switchboard migrate [status|apply]

  status   says which steps of this version the store lacks; changes nothing. Exit code 1: there are some
  apply    applies them (the same without a word)
`;

/** Describes a migration step and what it means for running consoles. */
function describeStep(step: Migration): string {
  if ("index" in step) return `${step.name}: builds an index while consoles run`;
  if ("backfill" in step) return `${step.name}: fills rows in batches while consoles run`;
  return `${step.name}: holds a lock for a moment`;
}

const describeNewer = (newer: readonly string[]) =>
  newer.length === 0
    ? ""
    : `The store also has steps of a newer version, which this one can go on with: ${newer.join(", ")}.\n`;

async function status(
  database: Database<ConsoleSchema>,
  steps: readonly Migration[],
): Promise<{ text: string; code: number }> {
  const { pending, newer } = await planOf(database, steps);
  const { applied, backfills } = await readRecords(database);
  const lines =
    applied.length === 0 ? ["The store is empty: all steps are applied at once."] : pending.map(describeStep);
  const begun = backfills.map(({ name, total }) => `${name}: ${formatPlural(total, rowForms)} so far`);
  const text =
    pending.length === 0
      ? `The store is up to date: ${formatPlural(applied.length, stepForms)}, the last one ${applied.at(-1)}.\n`
      : `The store lacks ${pending.length} of ${formatPlural(steps.length, stepForms)}:\n${[...lines, ...begun].map((line) => `- ${line}\n`).join("")}`;
  return { text: text + describeNewer(newer), code: pending.length === 0 ? 0 : 1 };
}

async function apply(
  database: Database<ConsoleSchema>,
  steps: readonly Migration[],
  report: (line: string) => void,
): Promise<{ text: string; code: number }> {
  const startedMs = performance.now();
  const { applied, newer } = await migrate(database, steps, { report });
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  const text =
    applied.length === 0
      ? "Nothing to do: the store is up to date.\n"
      : `Applied ${formatPlural(applied.length, stepForms)} in ${seconds} s.\n`;
  return { text: text + describeNewer(newer), code: 0 };
}

async function run(
  steps: readonly Migration[],
  args: string[],
  { readEnv, report }: Parameters<Command["run"]>[1],
): ReturnType<Command["run"]> {
  const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
  const [command = "apply", ...more] = positionals;
  if (!["status", "apply"].includes(command) || more.length > 0) throw new StartError(usage);
  const env = readEnv();
  const readOnly = command === "status";
  const path = /^sqlite:(.+)$/.exec(env.databaseUrl)?.[1];
  if (readOnly && path !== undefined && !existsSync(path)) {
    return { text: "There is no store yet: it is made by the first start, or by bin/switchboard migrate.\n", code: 1 };
  }
  const database = await openDatabase<ConsoleSchema>(env.databaseUrl, { readOnly, postgres: { poolSize: 1 } });
  try {
    if (readOnly) return await status(database, steps);
    return await apply(database, steps, report);
  } finally {
    await database.close();
  }
}

/** The command for a store with these migrations. */
export const createMigrateCommand = (steps: readonly Migration[]): Command => ({
  run: (args, context) => run(steps, args, context),
  usage,
  failedCode: 2,
});

export const migrateCommand = createMigrateCommand(migrations);

// Runs the command only if this file is the program. Tests import the file and call the command themselves.
if (import.meta.main) await runCommand(migrateCommand);
