import { changeContractSchema } from "#lib/contract/operation-requests.ts";
import type { CustomerServices } from "#server/bff/customers/customer-services.ts";
import type { OperationKind } from "#server/bff/operations/operation-kind.ts";
import { matchesContract } from "./contract-values.ts";
import { readContract } from "./read-contract.ts";
import { reconcileContract } from "./reconcile-contract.ts";

/** A change of contract, as the reconciler and the job tracker need it. */
export function contractChangeKind(services: CustomerServices): OperationKind {
  return {
    kind: "change-contract",
    reconcile: (context, operation) => reconcileContract(services, context, operation),
    async verify(context, { customerID, request }) {
      const { term, plan } = changeContractSchema.parse(request);
      const after = await readContract({ ...context, services }, customerID ?? "");
      return matchesContract(after, { term, plan }) ? after : undefined;
    },
  };
}
