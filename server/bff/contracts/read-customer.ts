import type { Customer } from "#lib/contract/customers/customer.ts";
import { findCustomer } from "#server/bff/customers/find-customer.ts";
import type { FindContext } from "#server/bff/customers/scan-for-customer.ts";

/** Reads a customer from the API. Never uses a cache or the answer to an earlier request. */
export async function readCustomer(context: FindContext, customerID: string): Promise<Customer> {
  const fresh = { ...context, call: { ...context.call, fresh: true } };
  return (await findCustomer({ context: fresh, customerID })).customer;
}
