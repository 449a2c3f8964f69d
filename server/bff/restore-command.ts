import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { formatPlural } from "#lib/format/format-number.ts";
import { readTableNames } from "#server/database/catalog.ts";
import { lacksBaseline } from "#server/database/migration-records.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { beginReplacement, countConnections } from "#server/database/replace-database.ts";
import { requireAuditKeys } from "./audit/audit-seal.ts";
import { auditKeysOfEnv } from "./audit-keys-of-env.ts";
import type { ConsoleEnv } from "./config/env.ts";
import { type Command, runCommand } from "./config/run-command.ts";
import { StartError } from "./config/start-error.ts";
import { problemOf } from "./core/answers/problem.ts";
import { setAuditKeys } from "./store/audit/audit-keys.ts";
import { createAuditStore } from "./store/audit/audit-log.ts";
import { type BackupHeader, checkBackup } from "./store/backup/backup-file.ts";
import { type HeldByRestore, holdRestored } from "./store/backup/hold-restored.ts";
import { loadBackup } from "./store/backup/load-backup.ts";
import { createMaintenanceStore } from "./store/console-health/maintenance.ts";
import { migrations } from "./store/migrations.ts";
import type { ConsoleSchema } from "./store/schema/schema.ts";

const rowForms = { one: "row", other: "rows" };

const usage = `bin/switchboard restore <file> [--replace] [--while-connected]

  Makes the configured store from a backup. The consoles must be stopped.
  --replace           also where the store has content; that is kept beside the new one
  --while-connected   also while other programs are connected to the PostgreSQL database
`;

interface Flags {
  replace?: boolean | undefined;
  "while-connected"?: boolean | undefined;
}

/**
 * Describes the content of the current store. Undefined if a restore would lose nothing. Throws StartError if other
 * programs are connected to the database, unless the flag `while-connected` is set.
 */
async function describePresent(url: string, flags: Flags): Promise<string | undefined> {
  const path = /^sqlite:(.+)$/.exec(url)?.[1];
  if (path !== undefined && !existsSync(path)) return undefined;
  const database = await openDatabase<ConsoleSchema>(url, { readOnly: true, postgres: { poolSize: 1 } });
  try {
    const others = await countConnections(database);
    if (others > 0 && !flags["while-connected"]) {
      throw new StartError(
        others === 1
          ? "1 other connection to the database is open: stop every console first. If it is of another program, add --while-connected."
          : `${others} other connections to the database are open: stop every console first. If they are of other programs, add --while-connected.`,
      );
    }
    const tables = await readTableNames(database);
    if (tables.size === 0) return undefined;
    if (!tables.has("kysely_migration")) return "tables of another program";
    const steps = await sql<{ name: string }>`select "name" from "kysely_migration" order by "name"`.execute(
      database.db,
    );
    const applied = steps.rows.map(({ name }) => name);
    const knownSteps = new Set(migrations.map(({ name }) => name));
    const isOlder = lacksBaseline(applied, migrations);
    const unknown = applied.filter((name) => !knownSteps.has(name)).at(-1);
    const count = async (table: "staff" | "operations" | "audit") => {
      if (!tables.has(table)) return 0;
      const { total } = await database.db
        .selectFrom(table)
        .select((builder) => builder.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      return total;
    };
    const [staff, operations, audit] = [await count("staff"), await count("operations"), await count("audit")];
    if (staff + operations + audit === 0 && !unknown) return undefined;
    const people = formatPlural(staff, { one: "person", other: "people" });
    const changes = formatPlural(operations, { one: "operation", other: "operations" });
    const events = formatPlural(audit, { one: "audit event", other: "audit events" });
    const content = `${people}, ${changes} and ${events}`;
    if (isOlder) return `${content}, written by a version before 1.0.0 or another program`;
    return unknown ? `${content}, written by a newer version (${unknown})` : content;
  } finally {
    await database.close();
  }
}

function requireSamePurpose({ purpose }: BackupHeader, env: ConsoleEnv): void {
  const wantedPurpose = env.upstream ? "configured" : "demo";
  if (purpose !== null && purpose !== wantedPurpose) {
    throw new StartError(
      purpose === "demo"
        ? "This is a backup of demo mode, whose passwords are public: a configured console does not take it."
        : "This is a backup of a configured console: demo mode does not take it.",
    );
  }
}

/** The time of a backup, as text. */
const inWords = (madeAt: string) => `${madeAt.slice(0, 10)} ${madeAt.slice(11, 16)} UTC`;

/**
 * Fills the new store, which is built next to the current store. All unfinished work in the new store is held.
 * Otherwise a console that starts with this store would continue that work.
 */
async function build(url: string, file: string, env: ConsoleEnv, { madeAt }: BackupHeader) {
  const startedMs = Date.now();
  const auditKeys = auditKeysOfEnv(env);
  const built = await openDatabase<ConsoleSchema>(url, { postgres: { poolSize: 2 } });
  if (auditKeys) setAuditKeys(built.db, auditKeys);
  try {
    const { rows: counts, audit } = await loadBackup(built, file, auditKeys);
    await requireAuditKeys({ audit: createAuditStore(built.db, built.dialect) }, auditKeys, env.lostAuditKeyID);
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const detail = { file: basename(file), madeAt, rows };
    const sentence = `The store was restored from a backup of ${inWords(madeAt)}, which does not have the result of this. It may have been sent after the backup was made. Switchboard checks the result and never resends it automatically.`;
    const actor = { kind: "console" as const, id: userInfo().username };
    const facts = {
      madeAt: inWords(madeAt),
      nowMs: Date.now(),
      unknown: problemOf(new AppError("outcome_unknown", sentence), randomUUID()),
      event: { actor, action: "store.restored" as const, outcome: "done" as const, after: detail },
    };
    const heldCounts = await holdRestored(built, facts);
    const endedAt = Date.now();
    const ended = { ...detail, ...heldCounts, breaks: audit.breaks.length, ms: endedAt - startedMs };
    await createMaintenanceStore(built.db).record({ kind: "restore", endedAt, detail: ended });
    return { rows, audit, held: heldCounts };
  } finally {
    await built.close();
  }
}

/** Describes the held work. The work waits until a person releases it, so that nothing is done twice. */
function heldLines({ operations, bulks, imports, plannedChanges, suspendedPlannedChanges }: HeldByRestore): string[] {
  return [
    "Nothing is sent to the API until a person says so:",
    ...(bulks > 0 ? [`- Bulk changes paused: ${bulks}. Resuming one checks its customers again.`] : []),
    ...(imports > 0 ? [`- Imports paused: ${imports}. Resuming one compares its rows with all customers.`] : []),
    ...(plannedChanges > 0
      ? [`- Planned changes frozen: ${plannedChanges}, of which ${suspendedPlannedChanges} were due and are suspended.`]
      : []),
    ...(operations > 0 ? [`- Changes whose outcome is unknown now: ${operations}. They are checked by reading.`] : []),
    "- The audit push and notifications are stopped. An administrator releases or empties them on the page Console health.",
  ];
}

const run: Command["run"] = async (args, { readEnv }) => {
  const { values: flags, positionals } = parseArgs({
    args,
    options: { replace: { type: "boolean" }, "while-connected": { type: "boolean" } },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new StartError(usage);
  if (!existsSync(file)) throw new StartError(`There is no file ${resolve(file)}.`);
  const env = readEnv();
  const { header } = await checkBackup(file);
  requireSamePurpose(header, env);
  const present = await describePresent(env.databaseUrl, flags);
  if (present !== undefined && !flags.replace) {
    throw new StartError(
      `The store has ${present}: nothing was restored. Add --replace to restore anyway; what is there is then kept beside the new store.`,
    );
  }
  const startedMs = Date.now();
  const replacement = await beginReplacement(env.databaseUrl, startedMs);
  try {
    const { rows, audit, held: heldCounts } = await build(replacement.url, file, env, header);
    const keptName = await replacement.swap();
    const seconds = ((Date.now() - startedMs) / 1_000).toFixed(1);
    const lines = [
      `Restored ${formatPlural(rows, rowForms)} of ${header.madeAt} in ${seconds} s. Everybody signs in again; open invitation links have ended.`,
      ...(keptName === undefined
        ? []
        : [`What was there before is kept as ${keptName}: remove it when you no longer need it.`]),
      audit.breaks.length === 0
        ? `The audit log is complete and unchanged: ${formatPlural(audit.rows, rowForms)}.${audit.isOpen ? " It is written without a key, which proves less." : ""}`
        : "The audit log in the backup is not as it was written: bin/switchboard audit-verify names the rows.",
      ...heldLines(heldCounts),
    ];
    return { text: lines.map((line) => `${line}\n`).join(""), code: audit.breaks.length === 0 ? 0 : 1 };
  } finally {
    await replacement.close();
  }
};

export const restoreCommand: Command = { run, usage, failedCode: 2 };

// Runs the command only if this file is the program. Tests import the file and call the command themselves.
if (import.meta.main) await runCommand(restoreCommand);
