import { AppError } from "#lib/contract/operations/app-error.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import type { StoredProposal } from "#server/bff/store/proposals/proposals.ts";
import { type ActiveSession, isAssistant } from "#server/bff/store/sessions.ts";
import { proposalKindDescriptions } from "./kinds/proposal-kinds.ts";
import type { AnyProposalKind } from "./proposal-kind.ts";
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

/** The description of a proposal's kind. */
export const kindOf = ({ content }: Pick<StoredProposal, "content">): AnyProposalKind =>
  proposalKindDescriptions[content.kind];
