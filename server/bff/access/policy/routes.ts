import { acknowledgementSchema, policyChangeSchema } from "#lib/contract/access/policy.ts";
import { ticketPolicySchema } from "#lib/contract/access/ticket-policy.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { acknowledgeBreakGlass, getBreakGlass } from "./break-glass.ts";
import { changePolicy } from "./change-policy.ts";
import { getPolicy } from "./get-policy.ts";
import type { PolicyServices } from "./policy-services.ts";
import { changeTicketPolicy, getTicketPolicy } from "./ticket-policy.ts";

const route = routeWith<PolicyServices>();

/**
 * The routes of the sign-in policy, part of the route table.
 *
 * The policy is one row of the store (server/bff/store/access/policy.ts). A change names the version that it changes,
 * and holds the administrators' lock. A use of break-glass is an event of the audit log; the banner shows the uses
 * after the last acknowledged one.
 */
export const policyRoutes = [
  route({
    method: "GET",
    path: "/api/policy",
    policy: "policy.manage",
    input: {},
    handler: ({ services }) => getPolicy(services),
  }),
  route({
    method: "PUT",
    path: "/api/policy",
    policy: "policy.manage",
    dangerous: true,
    input: { body: policyChangeSchema },
    handler: (context, { body }) => changePolicy({ context, input: body }),
  }),
  route({
    method: "GET",
    path: "/api/policy/tickets",
    policy: "policy.manage",
    input: {},
    handler: (context) => getTicketPolicy(context),
  }),
  route({
    method: "PUT",
    path: "/api/policy/tickets",
    policy: "policy.manage",
    dangerous: true,
    input: { body: ticketPolicySchema },
    handler: (context, { body }) => changeTicketPolicy(context, body),
  }),
  // The pages of administrators send this request in the background.
  route({
    method: "GET",
    path: "/api/policy/break-glass",
    policy: "policy.manage",
    everyEnvironment: true,
    input: {},
    countsAsActivity: false,
    handler: (context) => getBreakGlass(context),
  }),
  // Only people may acknowledge: a person could otherwise acknowledge their own use with an API key.
  route({
    method: "POST",
    path: "/api/policy/break-glass/acknowledge",
    policy: "policy.manage",
    peopleOnly: true,
    input: { body: acknowledgementSchema },
    handler: (context, { body }) => acknowledgeBreakGlass(context, body.sequence),
  }),
] as const;
