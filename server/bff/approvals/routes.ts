import { approvalPolicyAnswerSchema, approvalPolicySchema } from "#lib/contract/access/approval-policy.ts";
import {
  approvalAnswerSchema,
  approvalDetailSchema,
  approvedAnswerSchema,
  approveSchema,
  decideWithReasonSchema,
  requestApprovalSchema,
} from "#lib/contract/operations/approval.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import { type RouteContext, routeWith } from "#server/bff/core/route.ts";
import { apiErrors, decisionErrors } from "#server/bff/core/route-errors.ts";
import type { StoredApproval } from "#server/bff/store/approvals/approval-rows.ts";
import { differencesOf } from "./approval-differences.ts";
import { acknowledgeRefusal, decisionRefusal, isOwnRequest } from "./approval-parts.ts";
import { changeApprovalPolicy, getApprovalPolicy } from "./approval-policy.ts";
import type { ApprovalServices } from "./approval-services.ts";
import { approvalView } from "./approval-view.ts";
import { acknowledgeEmergency, approve, approveInEmergency, reject, withdraw } from "./decide-approval.ts";
import { findApproval } from "./find-approval.ts";
import { requestApproval } from "./request-approval.ts";

const route = routeWith<ApprovalServices>();

type Context = RouteContext<"viewer", "/api/:environment/approvals/:approvalID", ApprovalServices>;

/**
 * The routes of approvals. Only people decide, never API clients.
 *
 * Before a module writes, it calls `ApprovalGate` (server/bff/core/approval-gate.ts), which knows whether a second
 * person must approve. This module implements the gate and stores the requests (docs/decisions/0040-approvals.md).
 */
export const approvalRoutes = [
  route({
    method: "GET",
    path: "/api/policy/approvals",
    about: "The approval rules of each environment.",
    policy: "policy.manage",
    everyEnvironment: true,
    input: {},
    answer: approvalPolicyAnswerSchema,
    handler: ({ services }) => getApprovalPolicy(services),
  }),
  route({
    method: "PUT",
    path: "/api/policy/approvals",
    about: "Changes the approval rules of one environment.",
    policy: "policy.manage",
    dangerous: true,
    input: { body: approvalPolicySchema },
    answer: approvalPolicyAnswerSchema,
    errors: ["policy_changed"],
    handler: (context, { body }) => changeApprovalPolicy({ context, input: body }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/approvals",
    about: "Requests approval of a change by a second person. A repeated request returns the waiting request.",
    policy: "contracts.change",
    input: { body: requestApprovalSchema },
    answer: approvalAnswerSchema,
    statuses: [200, 201],
    errors: [...apiErrors, "approval_moved", "contract_changed", "customer_not_found_within_bound", "run_moved"],
    handler: (context, { body }) => requestApproval({ context, input: body }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/approvals/:approvalID",
    about: "Returns a request with the current state of its subject.",
    policy: "viewer",
    input: {},
    answer: approvalDetailSchema,
    async handler(context, { params: { approvalID } }) {
      const approval = await findApproval(context, approvalID);
      const asOf = new Date(context.services.clock.now()).toISOString();
      const refusal = await refusalFor(context, approval);
      const answer = {
        approval: await approvalView(context.services.store, approval),
        isOwn: await isOwnRequest(context, approval),
        ...(refusal && { refusal: refusal.message }),
        asOf,
      };
      // For a decided request, the current state of its subject no longer matters.
      if (approval.state !== "waiting") return { ...answer, differences: [] };
      const read = await differencesOf(context, approval).catch((thrown: unknown) => ({
        differences: [`The current state could not be read for comparison: ${toAppError(thrown).message}`],
      }));
      return { ...answer, ...read };
    },
  }),
  route({
    method: "POST",
    path: "/api/:environment/approvals/:approvalID/approve",
    about: "Approves a request whose content the person has reviewed. An approved contract change is sent immediately.",
    policy: "approvals.decide",
    peopleOnly: true,
    input: { body: approveSchema },
    answer: approvedAnswerSchema,
    errors: [...decisionErrors, "approval_moved", "other_person_required"],
    handler: (context, { params, body }) => approve(context, params.approvalID, body),
  }),
  route({
    method: "POST",
    path: "/api/:environment/approvals/:approvalID/reject",
    about: "Rejects a request. Nothing is sent.",
    policy: "approvals.decide",
    peopleOnly: true,
    input: { body: decideWithReasonSchema },
    answer: approvedAnswerSchema,
    errors: ["approval_moved", "other_person_required"],
    handler: (context, { params, body }) => reject(context, params.approvalID, body),
  }),
  route({
    method: "POST",
    path: "/api/:environment/approvals/:approvalID/withdraw",
    about: "Withdraws the person's own request. Nothing is sent.",
    policy: "contracts.change",
    input: {},
    answer: approvedAnswerSchema,
    errors: ["approval_moved"],
    handler: (context, { params }) => withdraw(context, params.approvalID),
  }),
  route({
    method: "POST",
    path: "/api/:environment/approvals/:approvalID/emergency",
    about: "Releases the person's own request in an emergency. A second person must acknowledge the release later.",
    policy: "approvals.override",
    dangerous: true,
    peopleOnly: true,
    input: { body: decideWithReasonSchema },
    answer: approvedAnswerSchema,
    errors: [...decisionErrors, "approval_moved", "factor_required"],
    handler: (context, { params, body }) => approveInEmergency(context, params.approvalID, body),
  }),
  route({
    method: "POST",
    path: "/api/:environment/approvals/:approvalID/acknowledge",
    about: "Acknowledges a release that another person made in an emergency.",
    policy: "approvals.decide",
    peopleOnly: true,
    input: {},
    answer: approvedAnswerSchema,
    errors: ["approval_moved", "other_person_required"],
    handler: (context, { params }) => acknowledgeEmergency(context, params.approvalID),
  }),
] as const;

/** Why this person cannot take the next step. Undefined if the person can take it, or if there is no next step. */
async function refusalFor(context: Context, approval: StoredApproval) {
  if (approval.state === "waiting") return decisionRefusal(context, approval);
  return approval.isEmergency && approval.acknowledgedBy === null ? acknowledgeRefusal(context, approval) : undefined;
}
