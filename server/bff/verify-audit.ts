import { parseArgs } from "node:util";
import type { AuditBreak } from "#lib/contract/access/audit-requests.ts";
import { formatPlural } from "#lib/format/format-number.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { auditKeysOfEnv } from "./audit-keys-of-env.ts";
import { type Command, runCommand } from "./config/run-command.ts";
import { requireStore } from "./require-store.ts";
import { type AuditVerification, verifyAudit } from "./store/audit/verify-audit.ts";
import { readBackupHeader } from "./store/backup/backup-file.ts";
import type { ConsoleSchema } from "./store/schema/schema.ts";

const rowForms = { one: "row", other: "rows" };

const usage = `bin/switchboard audit-verify [--backup <file>]

  Reads the audit log of the configured store, also beside a running console.
  --backup   compares it with a backup that is kept elsewhere

  Exit codes: 0 complete and unchanged; 1 changed; 2 it could not be read;
  3 nothing is wrong in what could be checked, but a key is missing, or the log is written without one
`;

const run: Command["run"] = async (args, { readEnv }) => {
  const { values } = parseArgs({ args, options: { backup: { type: "string" } } });
  const env = readEnv();
  const keys = auditKeysOfEnv(env);
  const backup = values.backup === undefined ? undefined : (await readBackupHeader(values.backup)).audit;
  const database = await openDatabase<ConsoleSchema>(env.databaseUrl, { readOnly: true });
  const { db, dialect } = database;
  try {
    await requireStore(database, "there is no audit log to verify");
    return reportOf(await verifyAudit(db, dialect, { keys, mustBeSealed: keys !== null, backup }));
  } finally {
    await database.close();
  }
};

function reportOf({ rows, first, last, breaks, withoutKey, unknownKeys, isOpen }: AuditVerification) {
  const range = rangeOf(rows, first, last);
  if (breaks.length > 0) {
    const lines = breaks.map((one) => `- ${sentenceOf(one)}\n`);
    return { text: `The audit log is not as it was written (${range}):\n${lines.join("")}`, code: 1 };
  }
  const agrees = `Every row agrees with its hash and follows the row before it: ${range}.\n`;
  if (unknownKeys.length > 0) {
    const ids = unknownKeys.join(", ");
    return {
      text: `${agrees}It is not proven that Switchboard wrote them: there are rows with a key that is not given (${ids}). Set AUDIT_CHAIN_KEY.\n`,
      code: 3,
    };
  }
  if (isOpen) {
    return {
      text: `${agrees}The log is written without a key: who can write to the database can write the whole log again. Set AUDIT_CHAIN_KEY.\n`,
      code: 3,
    };
  }
  return { text: `The audit log is complete and unchanged: ${range}.\n${olderText(withoutKey)}`, code: 0 };
}

function rangeOf(rows: number, first: number | null, last: number | null): string {
  if (rows === 0) return "no rows";
  return rows === 1 ? `1 row, number ${first}` : `${formatPlural(rows, rowForms)}, ${first} to ${last}`;
}

/** The text about the rows that were written without a key, before a row with a key. */
function olderText(withoutKey: number): string {
  if (withoutKey === 0) return "";
  if (withoutKey === 1) return "1 row is from before the key; a row with the key closes it.\n";
  return `${formatPlural(withoutKey, rowForms)} are from before the key; a row with the key closes them.\n`;
}

function sentenceOf({ sequence, kind, until }: AuditBreak): string {
  const rows = until === undefined || until === sequence ? `Row ${sequence}` : `Rows ${sequence} to ${until}`;
  const are = rows.startsWith("Rows") ? "are" : "is";
  switch (kind) {
    case "edited":
      return `Row ${sequence} was edited: it does not match its hash.`;
    case "missing":
      return `${rows} ${are} missing.`;
    case "unlinked":
      return `Row ${sequence} was replaced or moved: it does not follow the row before it.`;
    case "added":
      return `Row ${sequence} was added without Switchboard: it is beyond the recorded end or start of the log.`;
    case "forged":
      return `Row ${sequence} was written without the key that it names, or its key was removed or replaced.`;
    case "unsigned":
      return `Row ${sequence} has no key. If a console with AUDIT_CHAIN_KEY has used this store before it, it was written by somebody else, or by a console without the key.`;
    case "end-changed":
      return `The end of the log was changed at row ${sequence}: newer rows may have been cut off.`;
    case "unrecorded":
      return `${rows} ${are} gone from the old end, and no event of retention says so.`;
    case "replaced":
      return `Row ${sequence} is not the one that was pushed or that is in the backup.`;
  }
}

export const verifyAuditCommand: Command = { run, usage, failedCode: 2 };

// Runs the command only if this file is the program. Tests import the file and call the command themselves.
if (import.meta.main) await runCommand(verifyAuditCommand);
