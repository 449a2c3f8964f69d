import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { OperationKind } from "#server/bff/operations/operation-kind.ts";
import { reconcileCreation } from "./reconcile-creation.ts";

/** Creating a customer: sent once. Its job names the customer, and its end says all: nothing is verified after it. */
export function creationKind(services: CoreServices): OperationKind {
  return {
    kind: "create-customer",
    isDoneWithoutJob: false,
    createsCustomer: true,
    send: async ({ client, call, beforeSend }, { request }) => ({
      result: await client.createCustomer(request, call, { beforeSend }),
    }),
    reconcile: (context, operation) => reconcileCreation(services, context, operation),
    customerOfJob: (job) => job.customerID,
  };
}
