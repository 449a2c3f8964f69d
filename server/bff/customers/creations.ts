import type { Customer } from "#lib/contract/customer.ts";
import { outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import type { ApiContext } from "../api-context.ts";
import { idKey } from "../customer-directory.ts";

/**
 * Customers with what the console's own operation that created each has come to: the API lists a customer from
 * the first moment, whether its creation is done or not.
 */
export async function withCreations<Some extends Customer>(
  { services, environment }: Pick<ApiContext, "services" | "environment">,
  customers: readonly Some[],
): Promise<Some[]> {
  const ids = customers.map(({ customerID }) => customerID);
  const creations = await services.store.operations.creationsOf(environment, ids);
  if (creations.length === 0) return [...customers];
  const byCustomer = new Map(creations.map((creation) => [idKey(creation.customerID), creation]));
  return customers.map((customer) => {
    const known = byCustomer.get(idKey(customer.customerID));
    if (!known) return customer;
    const { operationID, jobID, detail } = known;
    const outcome = { outcome: outcomeOfDetail[detail], outcomeDetail: detail };
    return { ...customer, creation: { operationID, ...outcome, ...(jobID === null ? {} : { jobID }) } };
  });
}
