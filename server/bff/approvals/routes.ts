import { approvalPolicySchema } from "#lib/contract/access/approval-policy.ts";
import {
  type ApprovalDetail,
  approveSchema,
  decideWithReasonSchema,
  requestApprovalSchema,
} from "#lib/contract/operations/approval.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import { type RouteContext, routeWith } from "#server/bff/core/route.ts";
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
    policy: "policy.manage",
    everyEnvironment: true,
    input: {},
    handler: ({ services }) => getApprovalPolicy(services),
  }),
  route({
    method: "PUT",
    path: "/api/policy/approvals",
    policy: "policy.manage",
    dangerous: true,
    input: { body: approvalPolicySchema },
    handler: (context, { body }) => changeApprovalPolicy({ context, input: body }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/approvals",
    policy: "contracts.change",
    input: { body: requestApprovalSchema },
    handler: (context, { body }) => requestApproval({ context, input: body }),
  }),
  /** Returns a request with the current state of its subject. */
  route({
    method: "GET",
    path: "/api/:environment/approvals/:approvalID",
    policy: "viewer",
    input: {},
    async handler(context, { params: { approvalID } }): Promise<ApprovalDetail> {
      const approval = await findApproval(context, approvalID);
      const asOf = new Date(context.services.clock.now()).toISOString();
      const refusal = await refusalFor(context, approval);
      const answer = {
        approval: approvalView(approval),
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
    policy: "approvals.decide",
    peopleOnly: true,
    input: { body: approveSchema },
    handler: (context, { params, body }) => approve(context, params.approvalID, body),
  }),
  route({
    method: "POST",
    path: "/api/:environment/approvals/:approvalID/reject",
    policy: "approvals.decide",
    peopleOnly: true,
    input: { body: decideWithReasonSchema },
    handler: (context, { params, body }) => reject(context, params.approvalID, body),
  }),
  route({
    method: "POST",
    path: "/api/:environment/approvals/:approvalID/withdraw",
    policy: "contracts.change",
    input: {},
    handler: (context, { params }) => withdraw(context, params.approvalID),
  }),
  route({
    method: "POST",
    path: "/api/:environment/approvals/:approvalID/emergency",
    policy: "approvals.override",
    dangerous: true,
    peopleOnly: true,
    input: { body: decideWithReasonSchema },
    handler: (context, { params, body }) => approveInEmergency(context, params.approvalID, body),
  }),
  route({
    method: "POST",
    path: "/api/:environment/approvals/:approvalID/acknowledge",
    policy: "approvals.decide",
    peopleOnly: true,
    input: {},
    handler: (context, { params }) => acknowledgeEmergency(context, params.approvalID),
  }),
] as const;

/** Why this person cannot take the next step. Undefined if the person can take it, or if there is no next step. */
async function refusalFor(context: Context, approval: StoredApproval) {
  if (approval.state === "waiting") return decisionRefusal(context, approval);
  return approval.isEmergency && approval.acknowledgedBy === null ? acknowledgeRefusal(context, approval) : undefined;
}
