import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { OperationKind } from "#server/bff/operations/operation-kind.ts";
import { reconcileCreation } from "./reconcile-creation.ts";

/** Creating a customer, as the reconciler and the job tracker need it. Its job's end says all: nothing is verified after it. */
export function creationKind(services: CoreServices): OperationKind {
  return {
    kind: "create-customer",
    reconcile: (context, operation) => reconcileCreation(services, context, operation),
  };
}
