import type { CustomerServices } from "#server/bff/customers/customer-services.ts";
import type { ReadContext, Reconciled } from "#server/bff/operations/operation-kind.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import { changeOf, contractText, matchesContract } from "./contract-values.ts";
import { readContract } from "./read-contract.ts";

/**
 * Reads the contract to find the outcome of a change whose answer was lost. If the contract has the new value, the
 * change is reconciled. Another value proves nothing: the change may have been overwritten, or it may still be in
 * progress.
 */
export async function reconcileContract(
  services: CustomerServices,
  context: ReadContext,
  operation: StoredOperation,
): Promise<Reconciled> {
  const { operationID, customerID } = operation;
  const after = await readContract({ ...context, services }, customerID ?? "");
  if (!matchesContract(after, changeOf(operation))) {
    return { message: `The contract has ${contractText(after)}: the change has not taken effect.`, customerIDs: [] };
  }
  const nowMs = services.clock.now();
  const settlement = { state: "reconciled", after, confirmedAt: nowMs } as const;
  await services.store.operations.settle(operationID, ["unknown"], settlement, nowMs);
  return "settled";
}
