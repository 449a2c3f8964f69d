import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { formatPlural } from "#lib/format/format-number.ts";
import { makeFolder } from "#server/database/make-folder.ts";
import { type Database, openDatabase } from "#server/database/open-database.ts";
import { type Command, runCommand } from "./config/run-command.ts";
import { StartError } from "./config/start-error.ts";
import { requireStore } from "./require-store.ts";
import { backupStore } from "./store/backup/backup-store.ts";
import { createMaintenanceStore } from "./store/console-health/maintenance.ts";
import { noteRun } from "./store/console-health/maintenance-notes.ts";
import type { ConsoleSchema } from "./store/schema/schema.ts";

const usage = `bin/switchboard backup [file] [--keep <number>]

  Writes the configured store to a file, also while consoles run. Without a file: a new one in
  the folder backups of DATA_DIR. --keep removes all but so many of the newest backups there.
`;

const ending = ".backup";
const stampOf = (nowMs: number) => new Date(nowMs).toISOString().replaceAll(":", "-");

/** Removes the oldest backups of a folder, so that `keep` backups remain. The file names sort by time. */
function removeOlder(folder: string, keep: number): string[] {
  const names = readdirSync(folder).filter((name) => name.startsWith("switchboard-") && name.endsWith(ending));
  const old = names.sort().slice(0, -keep);
  for (const name of old) rmSync(join(folder, name));
  return old;
}

function keepOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(word)) throw new StartError(`--keep must be a number of backups, 1 to 9999.\n\n${usage}`);
  return Number(word);
}

async function record(database: Database<ConsoleSchema>, url: string, detail: Record<string, string | number>) {
  const run = { kind: "backup", endedAt: Date.now(), detail } as const;
  if (!noteRun(url, run)) await createMaintenanceStore(database.db).record(run);
}

const run: Command["run"] = async (args, { readEnv }) => {
  const { values, positionals } = parseArgs({ args, options: { keep: { type: "string" } }, allowPositionals: true });
  if (positionals.length > 1) throw new StartError(usage);
  const keep = keepOf(values.keep);
  const env = readEnv();
  const startedMs = Date.now();
  const folder = join(env.dataDir, "backups");
  const file = resolve(positionals[0] ?? join(folder, `switchboard-${stampOf(startedMs)}${ending}`));
  if (existsSync(file)) throw new StartError(`${file} exists already: name another file.`);
  makeFolder(dirname(file));
  const database = await openDatabase<ConsoleSchema>(env.databaseUrl, { readOnly: true, postgres: { poolSize: 1 } });
  try {
    await requireStore(database, "nothing was backed up");
    const { rows, sha256, audit } = await backupStore(database, file, startedMs);
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    const [bytes, ms] = [statSync(file).size, Date.now() - startedMs];
    const end = { auditSequence: audit.sequence, auditHash: audit.hash };
    await record(database, env.databaseUrl, { file: basename(file), rows: total, bytes, ms, ...end });
    const removed = keep === undefined || positionals.length > 0 ? [] : removeOlder(folder, keep);
    const lines = [
      `${file}: ${formatPlural(total, { one: "row", other: "rows" })}, ${bytes} bytes, in ${(ms / 1_000).toFixed(1)} s.\n`,
      `SHA-256 of the content: ${sha256}\n`,
      ...removed.map((name) => `Removed ${name}\n`),
    ];
    return { text: lines.join("") };
  } finally {
    await database.close();
  }
};

export const backupCommand: Command = { run, usage, failedCode: 1 };

// Runs the command only if this file is the program. Tests import the file and call the command themselves.
if (import.meta.main) await runCommand(backupCommand);
