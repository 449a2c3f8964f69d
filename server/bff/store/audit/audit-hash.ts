import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { AuditTable } from "#server/bff/store/schema/tables/audit-tables.ts";

export type AuditRow = Selectable<AuditTable>;

/**
 * A row as it is hashed: what is only derived from it, for a filter, is no part of it, and neither is its signature,
 * which is made of the hash. So a receiver of the push can check the hash without a key.
 */
export type HashedRow = Omit<AuditRow, "customerKey" | "keyID" | "mac">;

/** What the hash covers, in this order for ever: another order would break every chain that exists. */
const hashed = [
  ...(["sequence", "at", "actorKind", "actorID", "actorEmail", "actorRole", "action", "environment"] as const),
  ...(["targetKind", "targetID", "outcome", "before", "after", "ticket", "requestID", "address", "userAgent"] as const),
] as const satisfies (keyof HashedRow)[];

/** The hash of a row that follows the row with `previousHash`. */
export function auditHash(row: Omit<HashedRow, "hash">): string {
  const content = JSON.stringify([row.previousHash, ...hashed.map((column) => row[column])]);
  return createHash("sha256").update(content).digest("hex");
}

/** The key of the customer that an event is about: its target, or the customer of the operation that it records. */
export function customerKeyOf({ targetKind, targetID, after }: Pick<AuditRow, "targetKind" | "targetID" | "after">) {
  if (targetKind === "customer") return targetID === null ? null : idKey(targetID);
  if (!after?.includes('"customerID"')) return null;
  const recorded: unknown = JSON.parse(after);
  const isRecord = typeof recorded === "object" && recorded !== null && "customerID" in recorded;
  return isRecord && typeof recorded.customerID === "string" ? idKey(recorded.customerID) : null;
}
