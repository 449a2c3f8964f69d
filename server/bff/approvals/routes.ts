import { approvalPolicySchema } from "#lib/contract/access/approval-policy.ts";
import { approveSchema, decideWithReasonSchema, requestApprovalSchema } from "#lib/contract/operations/approval.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { changeApprovalPolicy, getApprovalPolicy } from "./approval-policy.ts";
import type { ApprovalServices } from "./approval-services.ts";
import { acknowledgeEmergency, approve, approveInEmergency, reject, withdraw } from "./decide-approval.ts";
import { getApproval } from "./get-approval.ts";
import { requestApproval } from "./request-approval.ts";

const route = routeWith<ApprovalServices>();

/**
 * The routes of approvals, part of the route table. Only people decide, never API clients.
 *
 * A module that writes asks `ApprovalGate` (server/bff/core/approval-gate.ts) whether a second person must approve.
 * This module implements the gate and stores the requests (docs/decisions/0040-approvals.md).
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
  route({
    method: "GET",
    path: "/api/:environment/approvals/:approvalID",
    policy: "viewer",
    input: {},
    handler: (context, { params }) => getApproval({ context, approvalID: params.approvalID }),
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
