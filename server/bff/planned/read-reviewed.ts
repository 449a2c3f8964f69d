import type { Contract, Customer } from "#lib/contract/customers/customer.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { contractDifferences, isSameContract } from "#server/bff/contracts/contract-values.ts";
import { readCustomer } from "#server/bff/contracts/read-customer.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import type { PlannedServices } from "./planned-services.ts";

/** The term and the plan of a contract. A missing member stays missing. */
export function wholeContract({ term, plan }: Contract): Contract {
  return { ...(term !== undefined && { term }), ...(plan !== undefined && { plan }) };
}

/**
 * Reads the customer from the API. Throws `contract_changed` if the contract differs from the contract that the person
 * reviewed. Throws `invalid_request` if the customer is deleted.
 */
export async function readReviewed(
  context: ApiContext<PlannedServices>,
  customerID: string,
  expected: Contract,
): Promise<Customer> {
  const { services, environment } = context;
  const customer = await readCustomer({ services, environment, ...requestAPI(context) }, customerID);
  if (customer.deleted) throw new AppError("invalid_request", "This customer is deleted. Nothing was planned.");
  if (!isSameContract(customer.contract, expected)) {
    const errors = contractDifferences(customer.contract, expected, true);
    const detail = "The contract was changed after you opened it. Review it and try again.";
    throw new AppError("contract_changed", detail, { errors });
  }
  return customer;
}
