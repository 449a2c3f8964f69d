import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { may } from "#lib/contract/access/permissions.ts";
import { AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import type { DecideWithReason } from "#lib/contract/operations/approval.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { AcceptProposal, ProposalDecided } from "#lib/contract/operations/proposal.ts";
import type { ProposalResult } from "#lib/contract/values/operations/proposal-states.ts";
import { requestApproval } from "#server/bff/approvals/request-approval.ts";
import { changeContract } from "#server/bff/contracts/change-contract.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { assertNotFrozen } from "#server/bff/freezes/frozen-error.ts";
import { addNote } from "#server/bff/notes/add-note.ts";
import { requireReference } from "#server/bff/operations/require-reference.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import type { StoredProposal } from "#server/bff/store/proposals/proposals.ts";
import { differencesOf, findProposal, rulesFor } from "./find-proposal.ts";
import type { ProposalServices } from "./proposal-services.ts";
import { digestOf, proposalEvent, proposalMoved, proposalView } from "./proposal-view.ts";

type Context = Pick<
  RouteContext<"approvals.decide", "/api/:environment/proposals", ProposalServices>,
  "services" | "environment" | "session" | "requestID" | "signal" | "address" | "requestHeaders"
>;

/**
 * Returns the proposal if it is waiting and the person reviewed exactly its content. The digest is computed again, so
 * content that was changed in the store is refused too.
 */
async function findWaiting(context: Context, proposalID: string, digest: string): Promise<StoredProposal> {
  const proposal = await findProposal(context, proposalID);
  const isReviewed = proposal.digest === digest && digestOf(proposal) === digest;
  if (proposal.state !== "waiting" || !isReviewed) throw proposalMoved(proposal);
  return proposal;
}

/** Throws if the key of the assistant may no longer propose: it was revoked, has expired, or was restricted. */
async function requireKeyInForce(
  { services, environment }: Context,
  { clientID, clientName }: StoredProposal,
  on?: Parameters<WriteGuard>[0],
) {
  const client = await services.store.apiClients.findInForce(clientID, services.clock.now(), on);
  const mayPropose =
    client?.assistant === "proposals" &&
    may(client.role, "contracts.change") &&
    client.environments.includes(environment);
  if (mayPropose) return;
  throw new AppError(
    "proposal_moved",
    `The key of ${clientName} may no longer propose anything in ${environment}. Reject the proposal. Nothing was sent.`,
  );
}

/** Throws if the customer has changed since the proposal was made. */
async function requireUnchanged(context: Context, proposal: StoredProposal): Promise<void> {
  const { differences } = await differencesOf(context, proposal);
  if (differences.length === 0) return;
  throw new AppError("contract_changed", "The customer has changed since this was proposed. Nothing was sent.", {
    errors: differences.map((message) => ({ message })),
  });
}

/**
 * A guard that stores the decision in the transaction that records what the decision starts. If another person has
 * decided in the meantime, or the assistant has lost its key while the API was read, the guard throws, and nothing is
 * recorded.
 */
function decisionGuard(context: Context, proposal: StoredProposal) {
  const { services, session } = context;
  const { staffID, email } = session.staff;
  const { proposalID, digest } = proposal;
  return (kind: ProposalResult, id: string): WriteGuard =>
    async (transaction) => {
      await requireKeyInForce(context, proposal, transaction);
      const result = { kind, id };
      const decision = { proposalID, digest, state: "accepted", by: { staffID, email }, reason: null, result } as const;
      const event: NewAuditEvent = proposalEvent(context, "proposal.accepted", proposal, { result });
      const nowMs = services.clock.now();
      if (!(await services.store.proposals.decideIn(transaction, decision, nowMs, event))) {
        throw new AppError(
          "proposal_moved",
          "This was decided or has expired in the meantime. Check it again. Nothing was sent.",
        );
      }
      return true;
    };
}

/**
 * Carries out a change as the operation of the person who decides. Where an approval rule applies, the decision is the
 * request for approval, and a second person approves it.
 */
async function carryOutChange(
  context: Context,
  proposal: StoredProposal,
  content: Extract<StoredProposal["content"], { kind: "change" }>,
  reference: AcceptProposal["console"],
): Promise<Operation | undefined> {
  const { services, environment, requestID, signal, session, address, requestHeaders } = context;
  const { customerID, change, expected } = content;
  const decided = decisionGuard(context, proposal);
  const console = reference;
  if ((await rulesFor(context, proposal)).length > 0) {
    const input = { kind: "change", customerID, change, expected, console } as const;
    const quiet = { ...context, answerWith: () => {} };
    await requestApproval({ context: quiet, input, guard: (approvalID) => decided("approval", approvalID) });
    return undefined;
  }
  await requireReference(services, "contract-changes", reference);
  const { staffID } = session.staff;
  const rules = services.approvalGate.guard({ environment, staffID, kind: "change", rows: 1, changes: [change] });
  const sending = changeContract({
    context: { services, environment, requestID, signal, session, address, requestHeaders, answerWith: () => {} },
    customerID,
    input: { ...change, expected, console },
    proposalID: proposal.proposalID,
    guard: (write) => async (transaction) => {
      await assertNotFrozen(services, environment, transaction);
      return (await rules(transaction)) && (await decided("operation", write.operationID)(transaction));
    },
    onFrozen: (operationID) =>
      services.store.proposals.reopen(
        { proposalID: proposal.proposalID, operationID },
        services.clock.now(),
        proposalEvent(context, "proposal.reopened", proposal),
      ),
  });
  try {
    return (await sending).operation;
  } catch (thrown) {
    // The operation was recorded and not sent, or was refused. The person sees its result.
    if (isAppError(thrown) && thrown.operation) return thrown.operation;
    throw thrown;
  }
}

/** Accepts exactly the reviewed content and carries it out, at most once. */
export async function acceptProposal(
  context: Context,
  proposalID: string,
  { digest, console: reference }: AcceptProposal,
): Promise<ProposalDecided> {
  const proposal = await findWaiting(context, proposalID, digest);
  await requireKeyInForce(context, proposal);
  await requireUnchanged(context, proposal);
  const { content } = proposal;
  let operation: Operation | undefined;
  if (content.kind === "change") operation = await carryOutChange(context, proposal, content, reference);
  else {
    const { customerID, text } = content;
    const decided = decisionGuard(context, proposal);
    await addNote({
      context,
      customerID,
      input: { text, console: reference },
      guard: (noteID) => decided("note", noteID),
    });
  }
  return { proposal: proposalView(await findProposal(context, proposalID)), ...(operation && { operation }) };
}

/** Rejects a proposal, with a reason that the assistant can read. Sends nothing. */
export async function rejectProposal(
  context: Context,
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
  return { proposal: proposalView(current) };
}
