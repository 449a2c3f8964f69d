import {
  acceptProposalSchema,
  proposalDecidedSchema,
  proposalDetailSchema,
  proposalListQuerySchema,
  proposalListSchema,
  rejectProposalSchema,
} from "#lib/contract/operations/proposal.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { decisionErrors } from "#server/bff/core/route-errors.ts";
import { isAssistant } from "#server/bff/store/sessions.ts";
import { acceptProposal, rejectProposal } from "./decide-proposal.ts";
import { findProposal, kindOf } from "./find-proposal.ts";
import { proposalOutcome } from "./proposal-outcome.ts";
import type { ProposalServices } from "./proposal-services.ts";
import { proposalView, proposalViews } from "./proposal-view.ts";

const route = routeWith<ProposalServices>();

/**
 * The routes of proposals. Assistants make proposals with their tools (server/bff/assistants). Only people decide. The
 * decision is stored in the transaction that records what it starts (docs/decisions/0068-assistants-propose.md).
 */
export const proposalRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/proposals",
    about: "A page of the proposals that assistants have made, newest first. An assistant gets its own proposals only.",
    policy: "viewer",
    input: { query: proposalListQuerySchema },
    answer: proposalListSchema,
    countsAsActivity: false,
    async handler({ services, environment, session }, { query: { mine, kind, clientID, state, limit, offset } }) {
      const { store, clock } = services;
      const nowMs = clock.now();
      const { staffID } = session.staff;
      const isOwn = mine || isAssistant(session);
      const own = isOwn ? [staffID, ...(await store.apiClients.madeBy(staffID))] : undefined;
      const chosen = clientID === undefined ? undefined : [clientID];
      const clientIDs = own && chosen ? chosen.filter((one) => own.includes(one)) : (chosen ?? own);
      const filter = { environment, states: state, kinds: kind, clientIDs };
      const { proposals, total } = await store.proposals.list(filter, { limit, offset }, nowMs);
      return {
        proposals: await proposalViews(store, proposals),
        clients: await store.proposals.clients(environment, own),
        total,
        limit,
        offset,
        asOf: new Date(nowMs).toISOString(),
      };
    },
  }),
  route({
    method: "GET",
    path: "/api/:environment/proposals/:proposalID",
    about:
      "Returns a proposal. While it waits, it is compared with the current state. After it was accepted, the answer says what has become of it. An assistant gets its own proposals only.",
    policy: "viewer",
    input: {},
    answer: proposalDetailSchema,
    async handler(context, { params: { proposalID } }) {
      const stored = await findProposal(context, proposalID);
      const asOf = new Date(context.services.clock.now()).toISOString();
      const proposal = await proposalView(context.services.store, stored);
      // For a decided proposal, the current state of its customer no longer matters.
      if (stored.state !== "waiting") {
        const outcome = await proposalOutcome(context, stored);
        return { proposal, differences: [], approval: [], ...(outcome && { outcome }), asOf };
      }
      const kind = kindOf(stored);
      const read = await kind.compare(context, stored.content).catch((thrown: unknown) => ({
        differences: [`The current state could not be read for comparison: ${toAppError(thrown).message}`],
      }));
      return { proposal, ...read, approval: [...(await kind.rules(context, stored.content))], asOf };
    },
  }),
  route({
    method: "POST",
    path: "/api/:environment/proposals/:proposalID/accept",
    about:
      "Accepts a proposal whose content the person has reviewed. It is carried out in the person's name, or requests approval if an approval rule applies.",
    policy: "approvals.decide",
    peopleOnly: true,
    input: { body: acceptProposalSchema },
    answer: proposalDecidedSchema,
    errors: [
      ...decisionErrors,
      "approval_moved",
      "approval_required",
      "invalid_request 409",
      "planned_exists",
      "proposal_moved",
      "same_creation",
      "too_many_bulks",
      "too_many_planned",
    ],
    handler: (context, { params, body }) => acceptProposal(context, params.proposalID, body),
  }),
  route({
    method: "POST",
    path: "/api/:environment/proposals/:proposalID/reject",
    about: "Rejects a proposal. Nothing is sent. The assistant can read the reason.",
    policy: "approvals.decide",
    peopleOnly: true,
    input: { body: rejectProposalSchema },
    answer: proposalDecidedSchema,
    errors: ["proposal_moved"],
    handler: (context, { params, body }) => rejectProposal(context, params.proposalID, body),
  }),
] as const;
