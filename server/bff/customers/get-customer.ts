import type { CustomerAnswer } from "#lib/contract/customers/customer.ts";
import type { CustomerFindQuery } from "#lib/contract/customers/customer-find.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import { withCreations } from "./creations.ts";
import type { CustomerServices } from "./customer-services.ts";
import { findCustomer } from "./find-customer.ts";

/** Returns one customer by its ID, with the outcome of its creation if the console knows one. */
export async function getCustomer({
  context,
  customerID,
  input,
}: {
  context: ApiContext<CustomerServices>;
  customerID: string;
  input: CustomerFindQuery;
}): Promise<CustomerAnswer> {
  const answer = await findCustomer({ context: { ...context, ...requestAPI(context) }, customerID, input });
  const [customer = answer.customer] = await withCreations(context, [answer.customer]);
  return { ...answer, customer };
}
