import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { may, mayPropose } from "#lib/contract/access/permissions.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { DecideWithReason } from "#lib/contract/operations/approval.ts";
import type { AcceptProposal, ProposalDecided } from "#lib/contract/operations/proposal.ts";
import type { ProposalResult } from "#lib/contract/values/operations/proposal-states.ts";
import { proposalRules } from "#lib/proposal-kinds.ts";
import { assertNotHeldBack } from "#server/bff/change-limits/held-back.ts";
import { requireDecider } from "#server/bff/operations/still-permitted.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import type { StoredProposal } from "#server/bff/store/proposals/proposals.ts";
import { findProposal, kindOf } from "./find-proposal.ts";
import { type DecisionContext, decidedMeanwhile } from "./proposal-kind.ts";
import { digestOf, proposalEvent, proposalMoved, proposalView } from "./proposal-view.ts";

/**
 * Returns the proposal if it is waiting and the person reviewed exactly its content. The digest is computed again, so
 * content that was changed in the store is refused too.
 */
async function findWaiting(context: DecisionContext, proposalID: string, digest: string): Promise<StoredProposal> {
  const proposal = await findProposal(context, proposalID);
  const isReviewed = proposal.digest === digest && digestOf(proposal) === digest;
  if (proposal.state !== "waiting" || !isReviewed) throw proposalMoved(proposal);
  return proposal;
}

/** Throws if the key of the assistant may no longer propose: it was revoked, has expired, or was restricted. */
async function requireKeyInForce(
  { services, environment }: DecisionContext,
  { clientID, clientName, content }: StoredProposal,
  on?: Parameters<WriteGuard>[0],
) {
  const client = await services.store.apiClients.findInForce(clientID, services.clock.now(), on);
  const { permission } = proposalRules(content.kind);
  if (client && mayPropose(client, permission) && client.environments.includes(environment)) return;
  throw new AppError(
    "proposal_moved",
    `The key of ${clientName} may no longer propose anything in ${environment}. Reject the proposal. Nothing was sent.`,
  );
}

/** Throws if what the proposal was made from has changed since. */
async function requireUnchanged(context: DecisionContext, proposal: StoredProposal): Promise<void> {
  const { differences } = await kindOf(proposal).compare(context, proposal.content);
  if (differences.length === 0) return;
  throw new AppError("contract_changed", "This is not what was proposed any more. Nothing was sent.", {
    errors: differences.map((message) => ({ message })),
  });
}

/**
 * A guard that stores the decision in the transaction that records what the decision starts. The guard throws, and
 * nothing is recorded, if another person has decided in the meantime, or if the assistant has lost its key or the
 * person the permission while the API was read.
 */
function decisionGuard(context: DecisionContext, proposal: StoredProposal) {
  const { services, session, environment } = context;
  const { staffID, email } = session.staff;
  const { proposalID, digest, content } = proposal;
  const customerID = "customerID" in content ? content.customerID : null;
  return (kind: ProposalResult, id: string): WriteGuard =>
    async (transaction) => {
      await requireKeyInForce(context, proposal, transaction);
      await requireDecider(context, transaction);
      // A recorded operation is sent at once. So while a freeze or the change limit stops it, the decision is refused,
      // and the proposal still waits.
      if (kind === "operation") await assertNotHeldBack(services, { environment, staffID, customerID }, transaction);
      const result = { kind, id };
      const decision = { proposalID, digest, state: "accepted", by: { staffID, email }, reason: null, result } as const;
      const event: NewAuditEvent = proposalEvent(context, "proposal.accepted", proposal, { result });
      const nowMs = services.clock.now();
      if (!(await services.store.proposals.decideIn(transaction, decision, nowMs, event))) {
        throw decidedMeanwhile();
      }
      return true;
    };
}

/** Accepts exactly the reviewed content and carries it out, at most once. */
export async function acceptProposal(
  context: DecisionContext,
  proposalID: string,
  { digest, console: reference }: AcceptProposal,
): Promise<ProposalDecided> {
  const proposal = await findWaiting(context, proposalID, digest);
  const { content } = proposal;
  const { role } = context.session.staff;
  if (!may(role, proposalRules(content.kind).permission)) {
    throw new AppError("forbidden", `The role ${role} may not do what was proposed. Nothing was sent.`);
  }
  await requireKeyInForce(context, proposal);
  await requireUnchanged(context, proposal);
  const guard = decisionGuard(context, proposal);
  let isDecided = false;
  const decided: typeof guard = (kind, id) => async (transaction) => {
    isDecided = await guard(kind, id)(transaction);
    return isDecided;
  };
  const reopen = (operationID: string) =>
    context.services.store.proposals.reopen(
      { proposalID, operationID },
      context.services.clock.now(),
      proposalEvent(context, "proposal.reopened", proposal),
    );
  const operation = await kindOf(proposal).carryOut(context, { proposalID, content, reference, decided, reopen });
  // Nothing new was recorded: the same person has accepted this at the same time in another request.
  if (!isDecided) throw decidedMeanwhile();
  const current = await findProposal(context, proposalID);
  return { proposal: await proposalView(context.services.store, current), ...(operation && { operation }) };
}

/** Rejects a proposal, with a reason that the assistant can read. Sends nothing. */
export async function rejectProposal(
  context: DecisionContext,
  proposalID: string,
  { digest, reason }: DecideWithReason,
): Promise<ProposalDecided> {
  const proposal = await findProposal(context, proposalID);
  if (proposal.state !== "waiting" || proposal.digest !== digest) throw proposalMoved(proposal);
  const { services, session } = context;
  const { staffID, email } = session.staff;
  const decision = { proposalID, digest, state: "rejected", by: { staffID, email }, reason, result: null } as const;
  const event = proposalEvent(context, "proposal.rejected", proposal, { reason });
  const isStored = await services.store.proposals.decide(decision, services.clock.now(), event);
  const current = await findProposal(context, proposalID);
  if (!isStored) throw proposalMoved(current);
  return { proposal: await proposalView(services.store, current) };
}
