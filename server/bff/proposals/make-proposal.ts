import { randomUUID } from "node:crypto";
import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Proposal } from "#lib/contract/operations/proposal.ts";
import { type BulkChange, changedMember, changedValue } from "#lib/contract/values/operations/bulk-states.ts";
import {
  maxOpenProposals,
  maxProposalsAnHour,
  proposalWaitMs,
} from "#lib/contract/values/operations/proposal-states.ts";
import { readCustomer } from "#server/bff/contracts/read-customer.ts";
import { requestAPI } from "#server/bff/core/api-context.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { NewProposal, ProposalContent } from "#server/bff/store/proposals/proposals.ts";
import type { ProposalServices } from "./proposal-services.ts";
import { digestOf, proposalEvent, proposalView } from "./proposal-view.ts";

/** The context of an assistant's request. */
export type ProposingContext = Pick<
  RouteContext<"viewer", "/api/:environment/proposals", ProposalServices>,
  "services" | "environment" | "requestID" | "address" | "signal" | "session" | "requestHeaders"
>;

/** The content that an assistant proposes, before the customer is read. */
export type WantedProposal =
  | { kind: "change"; customerID: string; change: BulkChange }
  | { kind: "note"; customerID: string; text: string };

const refused = (message: string, field: string) =>
  new AppError("invalid_request", `Nothing was proposed: ${message}`, { errors: [{ field, message }] });

/** Reads the customer now, so that a person sees the values that the proposal was made from. */
async function contentOf(context: ProposingContext, wanted: WantedProposal): Promise<ProposalContent> {
  const { services, environment } = context;
  const customer = await readCustomer({ services, environment, ...requestAPI(context) }, wanted.customerID);
  const { customerID, companyName, contract, deleted } = customer;
  if (wanted.kind === "note") return { kind: "note", customerID, companyName, text: wanted.text };
  if (deleted) throw refused("this customer is deleted.", "customerID");
  const { change } = wanted;
  const member = changedMember(change);
  if (contract[member] === changedValue(change)) throw refused(`${member} has this value already.`, member);
  const { plan, term } = contract;
  return {
    kind: "change",
    customerID,
    companyName,
    change: change.plan === undefined ? { term: change.term } : { plan: change.plan },
    expected: { ...(plan !== undefined && { plan }), ...(term !== undefined && { term }) },
  };
}

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
 * Stores a proposal. Sends nothing. A proposal always waits for the decision of a person, whatever the approval rules
 * say. If the same client already waits for a decision about the same content, returns that proposal.
 */
export async function makeProposal(
  context: ProposingContext,
  wanted: WantedProposal,
  why: string,
): Promise<{ proposal: Proposal; isNew: boolean }> {
  const { services, environment, session } = context;
  const content = await contentOf(context, wanted);
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
