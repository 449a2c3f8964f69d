import type { Contract } from "#lib/contract/customer.ts";
import { findCustomer } from "#server/bff/customers/find-customer.ts";
import type { FindContext } from "#server/bff/customers/scan-for-customer.ts";

/** A customer's contract as the API has it now: never out of an answer that began earlier or was kept. */
export async function readContract(context: FindContext, customerID: string): Promise<Contract> {
  const fresh = { ...context, call: { ...context.call, fresh: true } };
  const { customer } = await findCustomer({ context: fresh, customerID });
  return customer.contract;
}
