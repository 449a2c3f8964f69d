import type { Customer } from "#lib/contract/customers/customer.ts";
import { findCustomer } from "#server/bff/customers/find-customer.ts";
import type { FindContext } from "#server/bff/customers/scan-for-customer.ts";

/** A customer as the API has it now: never out of an answer that began earlier or was kept. */
export async function readCustomer(context: FindContext, customerID: string): Promise<Customer> {
  const fresh = { ...context, call: { ...context.call, fresh: true } };
  return (await findCustomer({ context: fresh, customerID })).customer;
}
