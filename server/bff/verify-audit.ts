import type { AuditBreak } from "#lib/contract/access/audit-requests.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { readOwnEnv, runCommand } from "./config/run-command.ts";
import { verifyAudit } from "./store/audit/verify-audit.ts";
import type { ConsoleSchema } from "./store/schema/schema.ts";

/** `bin/switchboard audit-verify`: reads the audit log of the configured store, also beside a running console. */
async function main(): Promise<{ text: string; code: number }> {
  const env = readOwnEnv();
  const { db, dialect, close } = await openDatabase<ConsoleSchema>(env.databaseUrl, { readOnly: true });
  try {
    const { rows, first, last, breaks } = await verifyAudit(db, dialect);
    const range = rows === 0 ? "no rows" : `${rows} rows, ${first} to ${last}`;
    if (breaks.length === 0) {
      return { text: `The audit log is complete and unchanged: ${range}.\n`, code: 0 };
    }
    const lines = breaks.map((one) => `- ${sentenceOf(one)}\n`);
    return { text: `The audit log is not as it was written (${range}):\n${lines.join("")}`, code: 1 };
  } finally {
    await close();
  }
}

function sentenceOf({ sequence, kind, until }: AuditBreak): string {
  switch (kind) {
    case "edited":
      return `Row ${sequence} was edited: it does not match its hash.`;
    case "missing":
      return until === sequence ? `Row ${sequence} is missing.` : `Rows ${sequence} to ${until ?? "?"} are missing.`;
    case "unlinked":
      return `Row ${sequence} was replaced or moved: it does not follow the row before it.`;
    case "added":
      return `Row ${sequence} was added without Switchboard: it is beyond the recorded end or start of the log.`;
  }
}

runCommand(main, { failedCode: 2 });
