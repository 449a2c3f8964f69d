import type { Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { doLast } from "#server/database/ordered-transactions.ts";
import { auditHash, customerKeyOf } from "./audit-hash.ts";

/** The longest text of a column that the client provides, in characters. */
const maxSenderText = 300;

/**
 * Adds an event to the audit log, in the transaction of what it records and as the last thing in it, whatever follows
 * this call: from then to the end of the transaction all replicas wait for the row that holds the end of the chain.
 */
export async function appendAudit(
  transaction: Transaction<ConsoleSchema>,
  event: NewAuditEvent,
  nowMs: number,
): Promise<void> {
  doLast(transaction, () => appendNow(transaction, event, nowMs));
}

async function appendNow(transaction: Transaction<ConsoleSchema>, event: NewAuditEvent, nowMs: number): Promise<void> {
  const chain = await transaction
    .updateTable("auditChain")
    .set((builder) => ({ sequence: builder("sequence", "+", 1) }))
    .returning(["sequence", "hash"])
    .executeTakeFirstOrThrow();
  const { actor, target } = event;
  const row = {
    sequence: chain.sequence,
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
    previousHash: chain.hash,
  };
  const hash = auditHash(row);
  await transaction
    .insertInto("audit")
    .values({ ...row, hash, customerKey: customerKeyOf(row) })
    .execute();
  await transaction.updateTable("auditChain").set({ hash }).execute();
}

function jsonOrNull(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
