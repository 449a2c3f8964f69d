import type { Contract } from "#lib/contract/customers/customer.ts";
import type { FindContext } from "#server/bff/customers/scan-for-customer.ts";
import { readCustomer } from "./read-customer.ts";

/** Reads a customer's current contract from the API. */
export async function readContract(context: FindContext, customerID: string): Promise<Contract> {
  return (await readCustomer(context, customerID)).contract;
}
