import type { Kysely, Selectable } from "kysely";
import type { AuditBreak, AuditVerificationPart } from "#lib/contract/access/audit-requests.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { AuditChainTable } from "#server/bff/store/schema/tables/audit-tables.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { type AuditRow, auditHash, customerKeyOf } from "./audit-hash.ts";
import { type AuditKeys, auditKeysOf, checkSignature } from "./audit-keys.ts";

/** Which rows are not protected by the configured keys. */
interface KeyCoverage {
  /** The number of rows that were written without a key. */
  withoutKey: number;
  /** The IDs of keys that signed rows but are not configured. */
  unknownKeys: string[];
}

export interface AuditVerification extends KeyCoverage {
  /** The number of rows that were read. */
  rows: number;
  /** The first and the last sequence number. Null for an empty log. */
  first: number | null;
  last: number | null;
  /** The breaks in the chain, in the order of the log. At most `maxBreaks` are reported. */
  breaks: AuditBreak[];
  /** True if the newest row is unsigned. In that case no signature protects the earlier rows. */
  isOpen: boolean;
}

export interface VerifyOptions {
  keys: AuditKeys | null;
  /** True if an unsigned end of the log counts as a break. Set this if a console with keys has already used the log. */
  mustBeSealed?: boolean;
  /** The end of the log at the time of a backup. The backup is stored outside the database. */
  backup?: Pick<AuditRow, "sequence" | "hash"> | undefined;
}

const rowsAtOnce = 1_000;

/** The maximum number of reported breaks. A longer list would not help. */
const maxBreaks = 20;

/**
 * The maximum number of rows that one request checks. It keeps requests short, so that they do not block other
 * requests.
 */
const maxPartRows = 10_000;

type Link = Pick<AuditRow, "sequence" | "hash"> & { keyID?: string | null };
type Chain = Selectable<AuditChainTable>;
type Found = (one: AuditBreak) => void;

/** Reads the whole audit log in one snapshot and reports every break in its chain. */
export function verifyAudit(
  db: Kysely<ConsoleSchema>,
  dialect: DatabaseDialect,
  { keys, mustBeSealed = false, backup }: VerifyOptions = { keys: null },
): Promise<AuditVerification> {
  const transaction = db.transaction();
  // On SQLite, a read transaction is always a snapshot.
  const ofOneMoment = dialect === "postgres" ? transaction.setIsolationLevel("repeatable read") : transaction;
  return ofOneMoment.execute(async (reading) => {
    const chain = await reading.selectFrom("auditChain").selectAll().executeTakeFirst();
    const { breaks, found } = collectBreaks();
    if (!chain) {
      found({ sequence: 1, kind: "missing" });
      return { rows: 0, first: null, last: null, breaks, withoutKey: 0, unknownKeys: [], isOpen: true };
    }
    const { rows, first, last, ...coverage } = await checkRows(reading, { chain, keys, found }, anchorOf(chain), {
      isFirst: true,
    });
    checkEnd(last, { chain, keys, found }, mustBeSealed);
    await checkAnchor(reading, chain, found);
    await checkElsewhere(reading, chain, backup, found);
    const isOpen = chain.keyID === null;
    return { rows, first, last: rows === 0 ? null : last.sequence, breaks, ...coverage, isOpen };
  });
}

/**
 * Checks one part of the log while the console continues to record: up to `maxPartRows` rows after sequence number
 * `after`. The caller has already checked the rows up to `after`. Events that are recorded during the check are left to
 * the next verification.
 */
export async function verifyAuditPart(
  db: Kysely<ConsoleSchema>,
  after: number | undefined,
): Promise<AuditVerificationPart> {
  const chain = await db.selectFrom("auditChain").selectAll().executeTakeFirst();
  const keys = auditKeysOf(db);
  const { breaks, found } = collectBreaks();
  if (!chain) {
    found({ sequence: 1, kind: "missing" });
    return { rows: 0, first: 1, last: 0, breaks, isOpen: true, unknownKeys: [] };
  }
  const anchor = anchorOf(chain);
  // Retention may have removed the last row of the previous part. In that case this part starts at the oldest remaining
  // row.
  const before =
    after === undefined || after <= anchor.sequence
      ? undefined
      : await db
          .selectFrom("audit")
          .select(["sequence", "hash", "keyID"])
          .where("sequence", "<=", after)
          .orderBy("sequence", "desc")
          .executeTakeFirst();
  const part = { isFirst: before === undefined, maxRows: maxPartRows, upTo: chain.sequence };
  const checking = { chain, keys, found };
  const { rows, last, unknownKeys } = await checkRows(db, checking, before ?? anchor, part);
  const isOver = rows < maxPartRows;
  if (part.isFirst) await checkAnchor(db, chain, found);
  if (isOver) {
    checkEnd(last, checking, keys?.isInUse ?? false);
    await checkElsewhere(db, chain, undefined, found);
    await checkBeyond(db, found);
  }
  if (breaks.length > 0) {
    // If retention has removed rows during the check, the removed rows look like missing rows. In this case, this part
    // is checked again.
    const now = await db.selectFrom("auditChain").select("anchorSequence").executeTakeFirst();
    if (now && now.anchorSequence !== anchor.sequence) return verifyAuditPart(db, after);
  }
  return {
    rows,
    first: chain.anchorSequence + 1,
    last: chain.sequence,
    breaks,
    isOpen: chain.keyID === null,
    unknownKeys,
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
  /**
   * True if the part starts at the oldest row. In this case, rows up to the anchor (the last event that retention
   * removed) are checked too.
   */
  isFirst: boolean;
  maxRows?: number;
  /** Only rows up to this sequence number are checked. */
  upTo?: number;
}

/** The data that rows are checked against, and the function that reports breaks. */
interface Checking {
  chain: Chain;
  keys: AuditKeys | null;
  found: Found;
}

async function checkRows(
  db: Kysely<ConsoleSchema>,
  checking: Checking,
  before: Link,
  { isFirst, maxRows = Number.POSITIVE_INFINITY, upTo }: Part,
): Promise<{ rows: number; first: number | null; last: Link } & KeyCoverage> {
  let last = before;
  let rows = 0;
  let first: number | null = null;
  let withoutKey = 0;
  const unknownKeys = new Set<string>();
  let removal: Removal | undefined;
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
      checkRow(row, last, checking);
      removal = checkRemoval(row, removal, checking.found);
      if (row.keyID === null) withoutKey += 1;
      else if (!checking.keys?.byID.has(row.keyID)) unknownKeys.add(row.keyID);
      last = row;
    }
    if (some.length < rowsAtOnce) break;
    // SQLite runs synchronously, so this loop yields to other work between two batches.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { rows, first, last, withoutKey, unknownKeys: [...unknownKeys].slice(0, maxBreaks) };
}

function checkRow(row: AuditRow, previous: Link, { chain, keys, found }: Checking): void {
  const { sequence } = row;
  if (sequence > previous.sequence + 1) {
    found({ sequence: previous.sequence + 1, kind: "missing", until: sequence - 1 });
  }
  const isNext = sequence === previous.sequence + 1;
  if (sequence > chain.sequence) found({ sequence, kind: "added" });
  else if (isEdited(row)) found({ sequence, kind: "edited" });
  // Missing rows also break the link of the next row. Only the missing rows are reported, not the broken link.
  else if (row.previousHash !== previous.hash && isNext) found({ sequence, kind: "unlinked" });
  else if (sequence <= previous.sequence) found({ sequence, kind: "added" });
  else checkKey(row, isNext ? previous : undefined, keys, found);
}

function checkKey(row: AuditRow, previous: Link | undefined, keys: AuditKeys | null, found: Found): void {
  const { sequence, keyID } = row;
  if (keyID === null) {
    if (typeof previous?.keyID === "string") found({ sequence, kind: "unsigned" });
    return;
  }
  const isWrong = checkSignature(keys, "row", row) === "wrong";
  // The first signed row must be the event that protects the unsigned rows before it.
  if (isWrong || (previous?.keyID === null && row.action !== "audit.sealed")) found({ sequence, kind: "forged" });
  else if (isMovedEnd(row, previous, keys)) found({ sequence, kind: "end-changed" });
}

/**
 * True if this event shows that somebody else has changed the end of the log. It is an `audit.end-changed` event, or an
 * `audit.sealed` event that follows a signed row but does not name the key of that row as lost.
 */
function isMovedEnd({ action, after }: AuditRow, previous: Link | undefined, keys: AuditKeys | null): boolean {
  if (action !== "audit.end-changed" && action !== "audit.sealed") return false;
  const before = previous?.keyID;
  const { keyID, lostKeyID } = JSON.parse(after ?? "{}") as { keyID?: unknown; lostKeyID?: unknown };
  if (action === "audit.sealed") return typeof before === "string" && lostKeyID !== before;
  // A process that lacks the key of the previous row also records a changed end, although nobody changed the log. If
  // the key is configured here, this is not reported as a break.
  return typeof before !== "string" || keyID !== before || !keys?.byID.has(before);
}

/**
 * True if the row was changed after it was written. The customer column is not hashed, but it follows from hashed
 * columns, so it is checked too. A wrong customer would hide the row from the filter.
 */
function isEdited(row: AuditRow): boolean {
  if ((row.keyID === null) !== (row.mac === null)) return true;
  return auditHash(row) !== row.hash || customerKeyOf(row)?.toLowerCase() !== row.customerKey?.toLowerCase();
}

/**
 * How `row` differs from the row that was written. `previous` is the row before `row`. Undefined if the row is
 * unchanged.
 */
export function breakOfRow(
  row: AuditRow,
  previous: Link,
  chain: Chain,
  keys: AuditKeys | null,
): AuditBreak | undefined {
  const { breaks, found } = collectBreaks();
  checkRow(row, previous, { chain, keys, found });
  return breaks[0];
}

function checkEnd(last: Link, { chain, keys, found }: Checking, mustBeSealed: boolean): void {
  if (last.sequence < chain.sequence) {
    found({ sequence: last.sequence + 1, kind: "missing", until: chain.sequence });
  } else if (last.sequence === chain.sequence && last.hash !== chain.hash) {
    found({ sequence: last.sequence, kind: "unlinked" });
  } else if (chain.keyID === null ? mustBeSealed : checkSignature(keys, "end", chain) === "wrong") {
    found({ sequence: chain.sequence, kind: chain.keyID === null ? "unsigned" : "end-changed" });
  }
}

/** The rows that a retention event reports as removed. */
interface Removal {
  first: number | undefined;
  last: number | undefined;
}

function removalOf({ action, after }: Pick<AuditRow, "action" | "after">): Removal | undefined {
  if (action !== "retention.applied" || after === null) return undefined;
  const { what, first, last } = JSON.parse(after) as { what?: unknown; first?: number; last?: number };
  return what === "audit" ? { first, last } : undefined;
}

/** Checks that each removal begins where the previous removal ended. Returns the last removal so far. */
function checkRemoval(row: AuditRow, before: Removal | undefined, found: Found): Removal | undefined {
  const removal = isEdited(row) ? undefined : removalOf(row);
  if (!removal) return before;
  const { first } = removal;
  if (before?.last !== undefined && first !== undefined && first > before.last + 1) {
    found({ sequence: before.last + 1, kind: "unrecorded", until: first - 1 });
  }
  return removal;
}

/**
 * Compares the anchor with the newest retention event: both must name the same row as the last removed row. The check
 * finds rows that somebody else removed, even if that person also moved the anchor.
 */
export async function checkAnchor(db: Kysely<ConsoleSchema>, chain: Chain, found: Found): Promise<void> {
  const newest = await db
    .selectFrom("audit")
    .select(["action", "after"])
    .where("action", "=", "retention.applied")
    .where("after", "like", '%"what":"audit"%')
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
  const recorded = (newest && removalOf(newest)?.last) ?? 0;
  if (chain.anchorSequence === recorded) return;
  if (chain.anchorSequence < recorded) found({ sequence: chain.anchorSequence, kind: "unlinked" });
  else found({ sequence: recorded + 1, kind: "unrecorded", until: chain.anchorSequence });
}

/**
 * Checks that the log still contains the last row that was pushed, and the last row at the time of the newest backup.
 * Both positions are recorded in this database too, so a person with access to the database could change them. For this
 * reason, the row of `backup` is checked as well. It comes from a file that is stored elsewhere.
 */
async function checkElsewhere(
  db: Kysely<ConsoleSchema>,
  chain: Chain,
  backup: VerifyOptions["backup"],
  found: Found,
): Promise<void> {
  const pushed = await db.selectFrom("auditPush").select(["sequence", "hash"]).executeTakeFirst();
  const known = [pushed, backup, await lastBackup(db)];
  for (const place of known) {
    if (!place) continue;
    const { sequence, hash } = place;
    if (sequence > chain.sequence) {
      found({ sequence: chain.sequence + 1, kind: "missing", until: sequence });
    } else if (hash !== null) {
      const row = await db.selectFrom("audit").select("hash").where("sequence", "=", sequence).executeTakeFirst();
      const present = sequence === chain.anchorSequence ? chain.anchorHash : row?.hash;
      if (present !== undefined && present !== hash) found({ sequence, kind: "replaced" });
    }
  }
}

/**
 * The end of the log in the last backup, according to the record of that backup (`maintenanceRuns`). Undefined if the
 * store was restored after that backup, because a restore replaces the log.
 */
async function lastBackup(db: Kysely<ConsoleSchema>): Promise<{ sequence: number; hash: string } | undefined> {
  const newest = (kind: "backup" | "restore") =>
    db
      .selectFrom("maintenanceRuns")
      .select(["endedAt", "detail"])
      .where("kind", "=", kind)
      .orderBy("endedAt", "desc")
      .limit(1)
      .executeTakeFirst();
  const [backup, restore] = [await newest("backup"), await newest("restore")];
  if (!backup || (restore && restore.endedAt >= backup.endedAt)) return undefined;
  const { auditSequence, auditHash: hash } = JSON.parse(backup.detail) as {
    auditSequence?: unknown;
    auditHash?: unknown;
  };
  return typeof auditSequence === "number" && typeof hash === "string" ? { sequence: auditSequence, hash } : undefined;
}

/** Reports rows after the current end of the log. */
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
