import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { readTableNames } from "#server/database/catalog.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { beginReplacement, countConnections, type Replacement } from "#server/database/replace-database.ts";
import { requireAuditKeys } from "./audit/audit-seal.ts";
import { auditKeysOfEnv } from "./audit-keys-of-env.ts";
import type { ConsoleEnv } from "./config/env.ts";
import { readOwnEnv, runCommand } from "./config/run-command.ts";
import { StartError } from "./config/start-error.ts";
import { createAuditStore } from "./store/audit/audit-log.ts";
import { type BackupHeader, checkBackup } from "./store/backup/backup-file.ts";
import { loadBackup } from "./store/backup/load-backup.ts";
import { migrations } from "./store/migrations.ts";
import { openStore } from "./store/open-store.ts";
import type { ConsoleSchema } from "./store/schema/schema.ts";

const usage = `bin/switchboard restore <file> [--replace] [--while-connected]

  Makes the configured store from a backup. The consoles must be stopped.
  --replace           also where the store has content; that is kept beside the new one
  --while-connected   also while other programs are connected to the PostgreSQL database
`;

interface Flags {
  replace?: boolean | undefined;
  "while-connected"?: boolean | undefined;
}

/** What is in the store now, in words; undefined where nothing would be lost. */
async function describePresent(url: string, flags: Flags): Promise<string | undefined> {
  const path = /^sqlite:(.+)$/.exec(url)?.[1];
  if (path !== undefined && !existsSync(path)) return undefined;
  const database = await openDatabase<ConsoleSchema>(url, { readOnly: true, postgres: { poolSize: 1 } });
  try {
    const others = await countConnections(database);
    if (others > 0 && !flags["while-connected"]) {
      throw new StartError(
        `${others} other connections to the database are open: stop every console first. If they are of other programs, add --while-connected.`,
      );
    }
    const tables = await readTableNames(database);
    if (tables.size === 0) return undefined;
    if (!tables.has("kysely_migration")) return "tables of another program";
    const steps = await sql<{ name: string }>`select "name" from "kysely_migration" order by "name"`.execute(
      database.db,
    );
    const known = new Set(migrations.map(({ name }) => name));
    const newer = steps.rows.filter(({ name }) => !known.has(name)).at(-1);
    const count = async (table: "staff" | "operations" | "audit") => {
      if (!tables.has(table)) return 0;
      const { total } = await database.db
        .selectFrom(table)
        .select((builder) => builder.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      return total;
    };
    const [staff, operations, audit] = [await count("staff"), await count("operations"), await count("audit")];
    if (staff + operations + audit === 0 && !newer) return undefined;
    const content = `${staff} people, ${operations} operations and ${audit} audit events`;
    return newer ? `${content}, written by a newer version (${newer.name})` : content;
  } finally {
    await database.close();
  }
}

function requireSamePurpose({ purpose }: BackupHeader, env: ConsoleEnv): void {
  const wanted = env.upstream ? "configured" : "demo";
  if (purpose !== null && purpose !== wanted) {
    throw new StartError(
      purpose === "demo"
        ? "This is a backup of demo mode, whose passwords are public: a configured console does not take it."
        : "This is a backup of a configured console: demo mode does not take it.",
    );
  }
}

/** Builds the store and puts it in place; the console's own record of it is the first thing in the restored store. */
async function restore(replacement: Replacement, file: string, env: ConsoleEnv, header: BackupHeader) {
  const startedMs = Date.now();
  const auditKeys = auditKeysOfEnv(env);
  const built = await openDatabase<ConsoleSchema>(replacement.url, { postgres: { poolSize: 2 } });
  let loaded: Awaited<ReturnType<typeof loadBackup>>;
  try {
    loaded = await loadBackup(built, file, auditKeys);
    await requireAuditKeys({ audit: createAuditStore(built.db, built.dialect) }, auditKeys, env.lostAuditKeyID);
  } finally {
    await built.close();
  }
  const kept = await replacement.swap();
  await replacement.close();
  const rows = Object.values(loaded.rows).reduce((sum, count) => sum + count, 0);
  const detail = { file: basename(file), madeAt: header.madeAt, rows };
  const store = await openStore(env.databaseUrl, { poolSize: 1, auditKeys });
  try {
    const actor = { kind: "console" as const, id: userInfo().username };
    await store.audit.append({ actor, action: "store.restored", outcome: "done", after: detail }, Date.now());
    const breaks = loaded.audit.breaks.length;
    const ended = { ...detail, breaks, ms: Date.now() - startedMs };
    await store.maintenance.record({ kind: "restore", endedAt: Date.now(), detail: ended });
  } finally {
    await store.close();
  }
  return { rows, kept, audit: loaded.audit, seconds: ((Date.now() - startedMs) / 1_000).toFixed(1) };
}

async function main(): Promise<{ text: string; code: number }> {
  const { values: flags, positionals } = parseArgs({
    options: { replace: { type: "boolean" }, "while-connected": { type: "boolean" } },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new StartError(usage);
  if (!existsSync(file)) throw new StartError(`There is no file ${resolve(file)}.`);
  const env = readOwnEnv();
  const { header } = await checkBackup(file);
  requireSamePurpose(header, env);
  const present = await describePresent(env.databaseUrl, flags);
  if (present !== undefined && !flags.replace) {
    throw new StartError(
      `The store has ${present}: nothing was restored. Add --replace to restore anyway; what is there is then kept beside the new store.`,
    );
  }
  const replacement = await beginReplacement(env.databaseUrl, Date.now());
  try {
    const { rows, kept, audit, seconds } = await restore(replacement, file, env, header);
    const lines = [
      `Restored ${rows} rows of ${header.madeAt} in ${seconds} s. Everybody signs in again; open invitation links have ended.`,
      ...(kept === undefined
        ? []
        : [`What was there before is kept as ${kept}: remove it when you no longer need it.`]),
      audit.breaks.length === 0
        ? `The audit log is complete and unchanged: ${audit.rows} rows.${audit.isOpen ? " It is written without a key, which proves less." : ""}`
        : "The audit log in the backup is not as it was written: bin/switchboard audit-verify names the rows.",
    ];
    return { text: lines.map((line) => `${line}\n`).join(""), code: audit.breaks.length === 0 ? 0 : 1 };
  } finally {
    await replacement.close();
  }
}

runCommand(main, { usage, failedCode: 2 });
