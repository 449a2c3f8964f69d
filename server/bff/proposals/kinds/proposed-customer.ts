import { z } from "zod";
import type { Contract, Customer } from "#lib/contract/customers/customer.ts";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { type BulkChange, changedMember, changedValue } from "#lib/contract/values/operations/bulk-states.ts";
import { contractDifferences } from "#server/bff/contracts/contract-values.ts";
import { readCustomer } from "#server/bff/contracts/read-customer.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import { type ComparedProposal, notProposed } from "#server/bff/proposals/proposal-kind.ts";
import type { ProposalServices } from "#server/bff/proposals/proposal-services.ts";

export const customerIDInput = resourceIDSchema.describe("The ID of the customer");

const contractValue = z.string().trim().min(1).max(200);

/** The input for the new value: a plan or a term. */
export const changeInput = { plan: contractValue.optional(), term: contractValue.optional() };

/** The change that an input names. Throws if the input names both members or neither. */
export function changeOfInput({
  plan,
  term,
}: {
  plan?: string | undefined;
  term?: string | undefined;
}): ProposedChange {
  if ((plan === undefined) === (term === undefined)) {
    throw notProposed("give a plan or a term, exactly one of both.", "plan");
  }
  return term === undefined ? { plan: plan ?? "" } : { term };
}

/** The new value of one member, without members that are undefined, because the content of a proposal is stored. */
export type ProposedChange = { plan: string } | { term: string };

/** The plan and the term of a contract, as far as the contract has them. */
const valuesOf = ({ plan, term }: Contract): Contract => ({
  ...(plan !== undefined && { plan }),
  ...(term !== undefined && { term }),
});

/** Reads the customer now, so that a person sees the values that the proposal was made from. */
export async function readProposedCustomer(context: ApiContext<ProposalServices>, customerID: string) {
  const { services, environment } = context;
  return readCustomer({ services, environment, ...requestAPI(context) }, customerID);
}

/** The members of a content that name the customer and its contract. Throws if the customer is deleted. */
export function proposedCustomerOf({ customerID, companyName, contract, deleted }: Customer) {
  if (deleted) throw notProposed(`the customer ${customerID} is deleted.`, "customerID");
  return { customerID, companyName, expected: valuesOf(contract) };
}

/** Throws if the contract has the new value already. */
export function requireNewValue({ customerID, expected }: ReturnType<typeof proposedCustomerOf>, change: BulkChange) {
  const member = changedMember(change);
  if (expected[member] !== changedValue(change)) return;
  throw notProposed(`${member} of the customer ${customerID} has this value already.`, member);
}

/** Reads the customer again, and compares it with what the proposal was made from. */
export async function compareCustomer(
  context: ApiContext<ProposalServices>,
  { customerID, companyName, expected }: { customerID: string; companyName: string; expected: Contract },
): Promise<ComparedProposal> {
  const { contract: current, companyName: name, deleted } = await readProposedCustomer(context, customerID);
  if (deleted) return { current, differences: ["The customer was deleted."] };
  const differences = contractDifferences(current, expected, true).map(({ field, message }) => `${field} ${message}`);
  if (name !== companyName) differences.push("The customer has another name now.");
  return { current, differences };
}
