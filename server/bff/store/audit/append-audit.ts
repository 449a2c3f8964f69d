import type { Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { doLast } from "#server/database/ordered-transactions.ts";
import { auditHash, customerKeyOf } from "./audit-hash.ts";
import { type AuditKeys, auditKeysOf, checkSignature, signAudit } from "./audit-keys.ts";

/** The maximum length of a text that the client provides, in characters. */
const maxSenderText = 300;

/** The position and hash of the newest event in the log. */
interface AuditEnd {
  sequence: number;
  hash: string;
  keyID: string | null;
  mac: string | null;
}

/**
 * Adds an event to the audit log, in the transaction of the change that the event records. The event is written at the
 * end of the transaction, after all its other statements. Writing the event locks the row that has the end of the
 * chain. Until the transaction ends, no replica can add another event.
 */
export async function appendAudit(
  transaction: Transaction<ConsoleSchema>,
  event: NewAuditEvent,
  nowMs: number,
): Promise<void> {
  doLast(transaction, () => appendNow(transaction, event, nowMs));
}

async function appendNow(transaction: Transaction<ConsoleSchema>, event: NewAuditEvent, nowMs: number): Promise<void> {
  const end = await lockEnd(transaction);
  const keys = auditKeysOf(transaction);
  if (keys && end.keyID !== null) keys.isInUse = true;
  if (!keys?.isInUse) return addRows(transaction, end, [event], nowMs, null);
  const first = endChanged(end, keys);
  return addRows(transaction, end, first ? [first, event] : [event], nowMs, keys);
}

/**
 * Adds a signed event that protects all earlier unsigned rows. Does nothing without keys, or if the newest row is
 * already signed. If the newest row was signed with the lost key `lostKeyID`, and this key is not configured, the event
 * is added anyway. It then also protects the rows with that key.
 */
export async function sealAudit(
  transaction: Transaction<ConsoleSchema>,
  nowMs: number,
  lostKeyID?: string,
): Promise<void> {
  const keys = auditKeysOf(transaction);
  if (!keys) return;
  keys.isInUse = true;
  const end = await lockEnd(transaction);
  if (end.keyID !== null && (end.keyID !== lostKeyID || keys.byID.has(end.keyID))) return;
  await addRows(transaction, end, [sealing(end, keys)], nowMs, keys);
}

/** Locks the row of the chain by an UPDATE that changes no value. */
const lockEnd = (transaction: Transaction<ConsoleSchema>): Promise<AuditEnd> =>
  transaction
    .updateTable("auditChain")
    .set({ only: 1 })
    .returning(["sequence", "hash", "keyID", "mac"])
    .executeTakeFirstOrThrow();

function sealing({ sequence, keyID }: AuditEnd, { writing }: AuditKeys): NewAuditEvent {
  const after = { keyID: writing.id, until: sequence, ...(keyID !== null && { lostKeyID: keyID }) };
  return { actor: { kind: "console" }, action: "audit.sealed", outcome: "done", after };
}

/**
 * Checks the signature of the log's end. Undefined if it is right. Otherwise, or if its key is not configured, returns
 * an event that records this. The caller's own event is added in any case, because it has already happened and must not
 * be lost.
 */
function endChanged(end: AuditEnd, keys: AuditKeys): NewAuditEvent | undefined {
  const signature = checkSignature(keys, "end", end);
  if (signature === "right") return undefined;
  const after = { sequence: end.sequence, ...(signature === "unknown" && { keyID: end.keyID }) };
  return { actor: { kind: "console" }, action: "audit.end-changed", outcome: "failed", after };
}

async function addRows(
  transaction: Transaction<ConsoleSchema>,
  end: AuditEnd,
  events: readonly NewAuditEvent[],
  nowMs: number,
  keys: AuditKeys | null,
): Promise<void> {
  const rows = [];
  let { sequence, hash } = end;
  for (const event of events) {
    const row = contentOf(event, sequence + 1, nowMs, hash);
    sequence = row.sequence;
    hash = auditHash(row);
    const keyID = keys?.writing.id ?? null;
    const mac = keys && signAudit(keys.writing, "row", sequence, hash);
    rows.push({ ...row, hash, customerKey: customerKeyOf(row), keyID, mac });
  }
  await transaction.insertInto("audit").values(rows).execute();
  const signed = { keyID: keys?.writing.id ?? null, mac: keys && signAudit(keys.writing, "end", sequence, hash) };
  await transaction
    .updateTable("auditChain")
    .set({ sequence, hash, ...signed })
    .execute();
}

function contentOf(event: NewAuditEvent, sequence: number, nowMs: number, previousHash: string) {
  const { actor, target } = event;
  return {
    sequence,
    at: nowMs,
    actorKind: actor.kind,
    actorID: actor.id ?? null,
    actorEmail: actor.email ?? null,
    actorRole: actor.role ?? null,
    action: event.action,
    environment: event.environment ?? null,
    targetKind: target?.kind ?? null,
    targetID: target?.id.slice(0, maxSenderText) ?? null,
    outcome: event.outcome,
    before: jsonOrNull(event.before),
    after: jsonOrNull(event.after),
    ticket: event.ticket ?? null,
    requestID: event.requestID ?? null,
    address: event.address ?? null,
    userAgent: event.userAgent?.slice(0, maxSenderText) ?? null,
    previousHash,
  };
}

function jsonOrNull(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
