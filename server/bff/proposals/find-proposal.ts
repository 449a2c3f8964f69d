import type { Contract } from "#lib/contract/customers/customer.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { ApprovalReason } from "#lib/contract/values/operations/approval-states.ts";
import { contractDifferences } from "#server/bff/contracts/contract-values.ts";
import { readCustomer } from "#server/bff/contracts/read-customer.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import type { StoredProposal } from "#server/bff/store/proposals/proposals.ts";
import { type ActiveSession, isAssistant } from "#server/bff/store/sessions.ts";
import type { ProposalServices } from "./proposal-services.ts";

/**
 * Finds a proposal of this environment. Throws `not_found`, also for an assistant that asks for the proposal of another
 * one, because the words of another assistant could mislead it.
 */
export async function findProposal(
  {
    services,
    environment,
    session,
  }: Pick<ApiContext<ProposalServices>, "services" | "environment"> & { session: ActiveSession },
  proposalID: string,
): Promise<StoredProposal> {
  const proposal = await services.store.proposals.find(environment, proposalID, services.clock.now());
  const isVisible = proposal && (!isAssistant(session) || proposal.clientID === session.staff.staffID);
  if (!isVisible) throw new AppError("not_found", `There is no such proposal in ${environment}.`);
  return proposal;
}

/** Reads the customer of a proposal again. Returns the differences since the proposal was made, as sentences. */
export async function differencesOf(
  context: ApiContext<ProposalServices>,
  { content }: StoredProposal,
): Promise<{ current?: Contract; differences: string[] }> {
  // A note is about the customer, whatever the customer's contract is.
  if (content.kind === "note") return { differences: [] };
  const { services, environment } = context;
  const customer = await readCustomer({ services, environment, ...requestAPI(context) }, content.customerID);
  const { contract: current, companyName } = customer;
  if (customer.deleted) return { current, differences: ["The customer was deleted."] };
  const differences = contractDifferences(current, content.expected, true).map(
    ({ field, message }) => `${field} ${message}`,
  );
  if (companyName !== content.companyName) differences.push("The customer has another name now.");
  return { current, differences };
}

/** The approval rules that apply if this person decides. */
export async function rulesFor(
  { services, environment, session }: ApiContext<ProposalServices>,
  { content }: StoredProposal,
): Promise<readonly ApprovalReason[]> {
  if (content.kind === "note") return [];
  const { staffID } = session.staff;
  const changes: [typeof content.change] = [content.change];
  return services.approvalGate.reasons({ environment, staffID, kind: "change", rows: 1, changes });
}
