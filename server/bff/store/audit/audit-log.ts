import type { Kysely } from "kysely";
import { type AuditEvent, auditEventSchema, type NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { AuditVerificationPart } from "#lib/contract/access/audit-requests.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { appendAudit, sealAudit } from "./append-audit.ts";
import { type AuditFilter, type AuditPage, countAuditRows, readAuditRows } from "./audit-filter.ts";
import type { AuditRow } from "./audit-hash.ts";
import { verifyAuditPart } from "./verify-audit.ts";

const json = (text: string | null): unknown => (text === null ? undefined : JSON.parse(text));

export function auditEventOfRow(row: AuditRow): AuditEvent {
  const { actorKind, actorID, actorEmail, actorRole, targetKind, targetID, at, before, after, ...rest } = row;
  const known = Object.entries({
    ...rest,
    at: new Date(at).toISOString(),
    before: json(before),
    after: json(after),
    ...(targetKind !== null && { target: { kind: targetKind, id: targetID ?? "" } }),
  });
  const actor = Object.entries({ kind: actorKind, id: actorID, email: actorEmail, role: actorRole });
  const present = (entries: [string, unknown][]) =>
    Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
  return auditEventSchema.parse({ ...present(known), actor: present(actor) });
}

/** The store of the audit log. Database errors are passed on unchanged. */
export function createAuditStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const source = { db, dialect };
  return {
    /**
     * Adds an event that records no change in the store. A change in the store calls `appendAudit` in its own
     * transaction instead.
     */
    append: (event: NewAuditEvent, nowMs: number): Promise<void> =>
      db.transaction().execute((transaction) => appendAudit(transaction, event, nowMs)),
    /** The ID of the key that signed the newest event. Null if the newest event is not signed. */
    keyID: async (): Promise<string | null> =>
      (await db.selectFrom("auditChain").select("keyID").executeTakeFirstOrThrow()).keyID,
    /** Starts to sign every event. The event that records the start also protects the earlier events. */
    seal: (nowMs: number, lostKeyID?: string): Promise<void> =>
      db.transaction().execute((transaction) => sealAudit(transaction, nowMs, lostKeyID)),
    /** One page of the events that match the filter. */
    list: async (filter: AuditFilter, page: AuditPage): Promise<AuditEvent[]> =>
      (await readAuditRows(source, filter, page)).map(auditEventOfRow),
    /** The number of events that match the filter. Null if more than `maxAuditCount` events match. */
    count: (filter: AuditFilter): Promise<number | null> => countAuditRows(source, filter),
    /**
     * Checks the rows of the chain after sequence number `after`. If `after` is undefined, the check begins at the
     * oldest row.
     */
    verify: (after: number | undefined): Promise<AuditVerificationPart> => verifyAuditPart(db, after),
  };
}
