import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { AuditTable } from "#server/bff/store/schema/tables/audit-tables.ts";

export type AuditRow = Selectable<AuditTable>;

/**
 * The hashed part of a row. Columns that are derived for filters are left out. The signature is left out too, because
 * it is computed from the hash. A receiver of pushed events can check the hash without a key.
 */
export type HashedRow = Omit<AuditRow, "customerKey" | "keyID" | "mac">;

/** The hash covers these columns in this order. Never change the order: all existing chains would become invalid. */
const hashed = [
  ...(["sequence", "at", "actorKind", "actorID", "actorEmail", "actorRole", "action", "environment"] as const),
  ...(["targetKind", "targetID", "outcome", "before", "after", "ticket", "requestID", "address", "userAgent"] as const),
] as const satisfies (keyof HashedRow)[];

/** The hash of a row. The row's `previousHash` is part of the hashed data. */
export function auditHash(row: Omit<HashedRow, "hash">): string {
  const content = JSON.stringify([row.previousHash, ...hashed.map((column) => row[column])]);
  return createHash("sha256").update(content).digest("hex");
}

/**
 * The normalised customer ID of an event: its target, or the customer of the recorded operation. Null if the event has
 * no customer.
 */
export function customerKeyOf({ targetKind, targetID, after }: Pick<AuditRow, "targetKind" | "targetID" | "after">) {
  if (targetKind === "customer") return targetID === null ? null : idKey(targetID);
  if (!after?.includes('"customerID"')) return null;
  const recorded: unknown = JSON.parse(after);
  const isRecord = typeof recorded === "object" && recorded !== null && "customerID" in recorded;
  return isRecord && typeof recorded.customerID === "string" ? idKey(recorded.customerID) : null;
}
