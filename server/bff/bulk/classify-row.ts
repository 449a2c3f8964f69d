import type { BulkChange } from "#lib/contract/bulk.ts";
import type { Customer } from "#lib/contract/customer.ts";
import { matchesContract } from "#server/bff/contracts/contract-values.ts";
import type { NewBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";

/** What a change would do to a customer, as the dry run shows it. */
export function classifyRow(position: number, customer: Customer, change: BulkChange): NewBulkRow {
  const { customerID, companyName, created, contract, deleted } = customer;
  const state = deleted ? "deleted" : matchesContract(contract, change) ? "same" : "waiting";
  return { position, customerID, companyName, created: created ?? null, before: contract, state, reason: null };
}
