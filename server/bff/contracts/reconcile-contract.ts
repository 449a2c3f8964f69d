import { changeContractSchema } from "#lib/contract/operation-requests.ts";
import type { LookContext, Looked } from "#server/bff/operations/look.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import { holds, inWords } from "./contract-values.ts";
import { readContract } from "./read-contract.ts";

/**
 * Finds out by reading what became of a change of contract whose answer was lost: it is reconciled
 * when the contract has the wanted value. Another value settles nothing, because the change may have
 * been overwritten since, or be on its way.
 */
export async function reconcileContract(
  context: LookContext,
  { operationID, customerID, request }: StoredOperation,
): Promise<Looked> {
  const { term, plan } = changeContractSchema.parse(request);
  const after = await readContract(context, customerID ?? "");
  if (!holds(after, { term, plan })) {
    return { message: `The contract has ${inWords(after)}: the change is not in force.`, customerIDs: [] };
  }
  const nowMs = context.services.clock.now();
  const settlement = { state: "reconciled", after, confirmedAt: nowMs } as const;
  await context.services.store.operations.settle(operationID, ["unknown"], settlement, nowMs);
  return "settled";
}
