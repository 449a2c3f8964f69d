import type { Contract, Customer } from "#lib/contract/customers/customer.ts";
import { changedMember } from "#lib/contract/values/operations/bulk-states.ts";
import { contractDifferences, matchesContract } from "#server/bff/contracts/contract-values.ts";
import { noValueToRestore } from "#server/bff/planned/plan-change.ts";
import { changeOfRow, type NewBulkRow, type StoredBulk, type StoredBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";

/** The members of a row that the check needs. */
type UncheckedRow = Pick<StoredBulkRow, "position" | "customerID" | "target" | "undoOf" | "before">;

/**
 * The effects of a customer's rows, as the dry run shows them. A customer may have two rows, for plan and term. The
 * second row then expects the contract that the first row produces.
 */
export function classifyRows(
  bulk: Pick<StoredBulk, "change" | "until" | "checkedAt">,
  customer: Customer,
  rows: readonly UncheckedRow[],
  hasPlanned = false,
): NewBulkRow[] {
  const { companyName, created, deleted } = customer;
  let contract: Contract = customer.contract;
  return rows.map((row) => {
    const { position, customerID, target, undoOf } = row;
    const change = changeOfRow(bulk, row);
    const read = { position, customerID, companyName, created: created ?? null, target, undoOf, reason: null };
    if (deleted) return { ...read, before: contract, state: "deleted" };
    if (matchesContract(contract, change)) return { ...read, before: contract, state: "same" };
    if (hasPlanned) {
      const reason = "This customer has an open planned change. A customer has one at a time.";
      return { ...read, before: contract, state: "has-planned", reason };
    }
    const member = changedMember(change);
    if (bulk.until && contract[member] === undefined) {
      return { ...read, before: contract, state: "failed", reason: `Not planned: ${member} ${noValueToRestore}.` };
    }
    const isUndo = undoOf !== null;
    // Before the first check, a contract comes from the review of an undo or of a proposal. After a restore, it comes
    // from the earlier check.
    const isReviewed = isUndo || bulk.checkedAt === null;
    const moved = isReviewed && row.before ? contractDifferences(contract, row.before, !isUndo) : [];
    if (moved.length > 0) {
      const differences = moved.map(({ field, message }) => `${field} ${message}`).join(", ");
      const reason = `The contract was changed since, so this is not ${isUndo ? "undone" : "changed"}: ${differences}.`;
      return { ...read, before: contract, state: "conflict", reason };
    }
    const before = contract;
    contract = { ...contract, ...change };
    return { ...read, before, state: "ready" };
  });
}
