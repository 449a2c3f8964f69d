import { createHash } from "node:crypto";
import type { Environment } from "#lib/contract/environment.ts";
import { type OutcomeDetail, outcomeDetailOf } from "#lib/contract/operation-outcome.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { OperationStore } from "#server/bff/store/operations/operations.ts";

/** The permanent identity of a row: its reference. A row without a reference is identified by its line in this file. */
export interface RowIdentity {
  environment: Environment;
  importID: string;
  line: number;
  reference: string | null;
}

/** Outcomes of creations that certainly created no customer. A row with such an outcome may be sent again. */
const nothingMade: readonly OutcomeDetail[] = ["failed", "cancelled", "not-sent", "refused", "prevented"];

/** The maximum number of attempts that are searched. No row reaches this number in practice. */
const maxAttempts = 1_000;

/**
 * The idempotency key of a row's creation. The key stays the same within one attempt. Each further attempt has another
 * key (docs/decisions/0039-imports.md).
 */
export function keyOfRow({ environment, importID, line, reference }: RowIdentity, attempt: number): string {
  const named = reference === null ? ["line", importID, line] : ["reference", reference];
  const hash = createHash("sha256").update(JSON.stringify(["import", environment, ...named, attempt]));
  const bytes = hash.digest().subarray(0, 16);
  // Version 8: the standard leaves the content of such a UUID to its creator (RFC 9562).
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/**
 * Finds an earlier creation of the row that has created a customer, or whose result is not known. If there is no such
 * creation, returns the key for a new creation.
 */
export async function earlierCreation(
  operations: Pick<OperationStore, "findByKey">,
  row: RowIdentity,
): Promise<{ operation: StoredOperation } | { key: string }> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const key = keyOfRow(row, attempt);
    const operation = await operations.findByKey(row.environment, key);
    if (!operation) return { key };
    if (!nothingMade.includes(outcomeDetailOf(operationView(operation)))) return { operation };
  }
  throw new Error("A row was tried more often than anybody does");
}
