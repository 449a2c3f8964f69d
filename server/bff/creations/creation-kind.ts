import type { Customer } from "#lib/contract/customers/customer.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { createCustomerKind } from "#lib/operation-kinds/create-customer.ts";
import type { CustomerServices } from "#server/bff/customers/customer-services.ts";
import { findCustomer } from "#server/bff/customers/find-customer.ts";
import type { ChangeVerification, OperationKind } from "#server/bff/operations/operation-kind.ts";
import { reconcileCreation } from "./reconcile-creation.ts";

const listed = ({ contract }: Pick<Customer, "contract">): ChangeVerification => ({ contract, isInForce: true });

const notListed: ChangeVerification = { isInForce: false, message: "The API's list does not show the customer yet." };

/**
 * The operation kind that creates a customer. A creation is sent once. Its job names the new customer. The creation is
 * verified as soon as the list contains that customer. If the job names no customer, the creation cannot be verified.
 */
export function creationKind(services: CustomerServices): OperationKind<typeof createCustomerKind.kind> {
  return {
    kind: createCustomerKind.kind,
    isDoneWithoutJob: false,
    suspendsPlannedChanges: false,
    createsCustomer: true,
    send: async ({ client, call, afterWait, beforeSend }, { request }) => ({
      result: await client.write("POST /customers", {}, { body: request, afterWait, beforeSend }, call),
    }),
    reconcile: (context, operation) => reconcileCreation(services, context, operation),
    customerOfJob: (job) => job.customerID,
    async verify(context, { customerID, companyName, sentAt }) {
      const created = sentAt === null ? undefined : new Date(sentAt + context.client.clockAheadMs()).toISOString();
      const recorded = companyName === null ? undefined : { companyName, created };
      const call = { ...context.call, fresh: true };
      // Only the first page is read, because new customers come first.
      const input = { pages: 1 };
      try {
        const find = { context: { ...context, call, services, recorded }, customerID: customerID ?? "", input };
        return listed((await findCustomer(find)).customer);
      } catch (thrown) {
        const isMissing = isAppError(thrown) && missingCodes.has(thrown.code);
        if (!isMissing) throw thrown;
        return notListed;
      }
    },
    verifyOn: listed,
  };
}

const missingCodes: ReadonlySet<string> = new Set(["not_found", "customer_not_found_within_bound"]);
