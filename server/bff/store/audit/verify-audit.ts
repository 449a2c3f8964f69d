import type { Kysely, Selectable } from "kysely";
import type { AuditBreak, AuditVerificationPart } from "#lib/contract/access/audit-requests.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { AuditChainTable } from "#server/bff/store/schema/tables/audit-tables.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { type AuditRow, auditHash, customerKeyOf } from "./audit-hash.ts";

export interface AuditVerification {
  /** How many rows were read. */
  rows: number;
  /** The first and the last number; null for an empty log. */
  first: number | null;
  last: number | null;
  /** In order; the first ones of many. */
  breaks: AuditBreak[];
}

const rowsAtOnce = 1_000;

/** A longer list would not help. */
const maxBreaks = 20;

/** As many rows as a request checks, so that none takes long and nothing else waits for it. */
const maxPartRows = 10_000;

type Link = Pick<AuditRow, "sequence" | "hash">;
type Chain = Selectable<AuditChainTable>;
type Found = (one: AuditBreak) => void;

/** Reads the whole audit log as it stands at one moment and says where its chain breaks. */
export function verifyAudit(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect): Promise<AuditVerification> {
  const transaction = db.transaction();
  // A reading transaction of SQLite sees one moment anyway.
  const ofOneMoment = dialect === "postgres" ? transaction.setIsolationLevel("repeatable read") : transaction;
  return ofOneMoment.execute(async (reading) => {
    const chain = await reading.selectFrom("auditChain").selectAll().executeTakeFirst();
    if (!chain) return { rows: 0, first: null, last: null, breaks: [{ sequence: 1, kind: "missing" as const }] };
    const { breaks, found } = collectBreaks();
    const { rows, first, last } = await checkRows(reading, chain, anchorOf(chain), { isFirst: true }, found);
    checkEnd(last, chain, found);
    return { rows, first, last: rows === 0 ? null : last.sequence, breaks };
  });
}

/**
 * Checks one part of the log while the console goes on recording: up to `maxPartRows` rows after number `after`, which
 * the part before has checked. What is recorded meanwhile is left to the next verification.
 */
export async function verifyAuditPart(
  db: Kysely<ConsoleSchema>,
  after: number | undefined,
): Promise<AuditVerificationPart> {
  const chain = await db.selectFrom("auditChain").selectAll().executeTakeFirst();
  const { breaks, found } = collectBreaks();
  if (!chain) {
    found({ sequence: 1, kind: "missing" });
    return { rows: 0, first: 1, last: 0, breaks };
  }
  const anchor = anchorOf(chain);
  // Retention may have removed the row that the part before has ended with: then this part begins at the old end.
  const before =
    after === undefined || after <= anchor.sequence
      ? undefined
      : await db
          .selectFrom("audit")
          .select(["sequence", "hash"])
          .where("sequence", "<=", after)
          .orderBy("sequence", "desc")
          .executeTakeFirst();
  const part = { isFirst: before === undefined, maxRows: maxPartRows, upTo: chain.sequence };
  const { rows, last } = await checkRows(db, chain, before ?? anchor, part, found);
  const isOver = rows < maxPartRows;
  if (isOver) {
    checkEnd(last, chain, found);
    await checkBeyond(db, found);
  }
  if (breaks.length > 0) {
    // Rows that retention has removed meanwhile are not missing.
    const now = await db.selectFrom("auditChain").select("anchorSequence").executeTakeFirst();
    if (now && now.anchorSequence !== anchor.sequence) return verifyAuditPart(db, after);
  }
  return {
    ...{ rows, first: chain.anchorSequence + 1, last: chain.sequence, breaks },
    ...(!isOver && { next: last.sequence }),
  };
}

const anchorOf = (chain: Chain): Link => ({ sequence: chain.anchorSequence, hash: chain.anchorHash });

function collectBreaks() {
  const breaks: AuditBreak[] = [];
  const found: Found = (one) => {
    if (breaks.length < maxBreaks) breaks.push(one);
  };
  return { breaks, found };
}

interface Part {
  /** True where the part begins at the old end: rows before the anchor are looked for as well. */
  isFirst: boolean;
  maxRows?: number;
  /** Only rows up to this number. */
  upTo?: number;
}

async function checkRows(
  db: Kysely<ConsoleSchema>,
  chain: Chain,
  before: Link,
  { isFirst, maxRows = Number.POSITIVE_INFINITY, upTo }: Part,
  found: Found,
): Promise<{ rows: number; first: number | null; last: Link }> {
  let last = before;
  let rows = 0;
  let first: number | null = null;
  while (rows < maxRows) {
    let reading = db
      .selectFrom("audit")
      .selectAll()
      .where("sequence", ">", rows === 0 && isFirst ? -1 : last.sequence);
    if (upTo !== undefined) reading = reading.where("sequence", "<=", upTo);
    const some = await reading.orderBy("sequence").limit(rowsAtOnce).execute();
    for (const row of some) {
      first ??= row.sequence;
      rows += 1;
      checkRow(row, last, chain, found);
      last = row;
    }
    if (some.length < rowsAtOnce) break;
    // SQLite answers without giving way: what else is to be done is done between two parts.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { rows, first, last };
}

function checkRow(row: AuditRow, previous: Link, chain: Chain, found: Found): void {
  const { sequence } = row;
  if (sequence > previous.sequence + 1) {
    found({ sequence: previous.sequence + 1, kind: "missing", until: sequence - 1 });
  }
  if (sequence > chain.sequence) found({ sequence, kind: "added" });
  else if (isEdited(row)) found({ sequence, kind: "edited" });
  // Where rows are missing, the next one cannot be linked: that is one break, not two.
  else if (row.previousHash !== previous.hash && sequence === previous.sequence + 1)
    found({ sequence, kind: "unlinked" });
  else if (sequence <= previous.sequence) found({ sequence, kind: "added" });
}

/** What the filter by customer uses is not hashed, but follows from what is: otherwise a row could be hidden from it. */
function isEdited(row: AuditRow): boolean {
  return auditHash(row) !== row.hash || customerKeyOf(row)?.toLowerCase() !== row.customerKey?.toLowerCase();
}

function checkEnd(last: Link, chain: Chain, found: Found): void {
  if (last.sequence < chain.sequence) {
    found({ sequence: last.sequence + 1, kind: "missing", until: chain.sequence });
  } else if (last.sequence === chain.sequence && last.hash !== chain.hash) {
    found({ sequence: last.sequence, kind: "unlinked" });
  }
}

/** Rows behind the end of the log, as it stands now. */
async function checkBeyond(db: Kysely<ConsoleSchema>, found: Found): Promise<void> {
  const added = await db
    .selectFrom("audit")
    .innerJoin("auditChain", "auditChain.only", "auditChain.only")
    .select("audit.sequence")
    .whereRef("audit.sequence", ">", "auditChain.sequence")
    .orderBy("audit.sequence")
    .limit(maxBreaks)
    .execute();
  for (const { sequence } of added) found({ sequence, kind: "added" });
}
