import { randomUUID } from "node:crypto";
import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Proposal } from "#lib/contract/operations/proposal.ts";
import type { ProposalContent } from "#lib/contract/operations/proposal-contents.ts";
import {
  maxOpenProposals,
  maxProposalsAnHour,
  type ProposalKind,
  proposalWaitMs,
} from "#lib/contract/values/operations/proposal-states.ts";
import type { NewProposal } from "#server/bff/store/proposals/proposals.ts";
import { proposalKindDescriptions } from "./kinds/proposal-kinds.ts";
import type { ProposingContext } from "./proposal-kind.ts";
import { digestOf, proposalEvent, proposalView } from "./proposal-view.ts";

function refusalOf(environment: Environment, room: { result: string; retryAtMs?: number }): AppError {
  const isOpen = room.result === "too-many-open";
  const limit = isOpen
    ? `${maxOpenProposals} proposals of this client wait for a decision, which is the limit`
    : `this client has made ${maxProposalsAnHour} proposals in an hour, which is the limit`;
  return new AppError(
    "too_many_proposals",
    `Nothing was proposed: ${limit}. People see this under Attention of ${environment}. Wait for their decisions.`,
    room.retryAtMs === undefined ? {} : { retryAt: new Date(room.retryAtMs).toISOString() },
  );
}

/**
 * Stores a proposal. `input` is the input of the kind's tool. Sends nothing. A proposal always waits for the decision of
 * a person, whatever the approval rules say. If the same client already waits for a decision about the same content,
 * returns that proposal.
 */
export async function makeProposal(
  context: ProposingContext,
  { kind, input, why }: { kind: ProposalKind; input: Record<string, unknown>; why: string },
): Promise<{ proposal: Proposal; isNew: boolean }> {
  const { services, environment, session } = context;
  const content = { kind, ...(await proposalKindDescriptions[kind].contentOf(context, input)) } as ProposalContent;
  const createdAt = services.clock.now();
  const proposal: NewProposal = {
    proposalID: randomUUID(),
    environment,
    content,
    digest: digestOf({ environment, content }),
    why,
    clientID: session.staff.staffID,
    clientName: session.staff.name,
    owner: session.assistant?.owner ?? "",
    createdAt,
    expiresAt: createdAt + proposalWaitMs,
  };
  const room = await services.store.proposals.add(proposal, proposalEvent(context, "proposal.made", proposal));
  if (room.result === "exists-elsewhere") {
    // The words of the other assistant are not shown, because they could mislead this one.
    const message = `Nothing was proposed: the same content already waits for a decision, proposed with another key. People see it under Attention of ${environment}.`;
    throw new AppError("invalid_request", message, { status: 409 });
  }
  if (!("proposal" in room)) throw refusalOf(environment, room);
  return { proposal: await proposalView(services.store, room.proposal), isNew: room.result === "stored" };
}
