import { activityListQuerySchema } from "#lib/contract/activity.ts";
import { customerExportQuerySchema } from "#lib/contract/customer-export.ts";
import { customerFindQuerySchema } from "#lib/contract/customer-find.ts";
import { customerListQuerySchema } from "#lib/contract/customer-list.ts";
import { pageQuerySchema } from "#lib/contract/list.ts";
import {
  changeContractSchema,
  createCustomerSchema,
  operationListQuerySchema,
} from "#lib/contract/operation-requests.ts";
import { signInSchema } from "#lib/contract/session.ts";
import { apiOf } from "./api-context.ts";
import { changeContract } from "./change-contract.ts";
import { checkReady } from "./check-ready.ts";
import { createCustomer } from "./create-customer.ts";
import { exportCustomers } from "./export-customers.ts";
import { findCustomer } from "./find-customer.ts";
import { getJob } from "./get-job.ts";
import { getOperation } from "./get-operation.ts";
import { listActivities } from "./list-activities.ts";
import { listCustomers } from "./list-customers.ts";
import { listJobs } from "./list-jobs.ts";
import { listNumbers } from "./list-numbers.ts";
import { listOperations } from "./list-operations.ts";
import { listWebhooks } from "./list-webhooks.ts";
import { route } from "./route.ts";
import { sessionView } from "./session-view.ts";
import { signIn } from "./sign-in.ts";

/**
 * The one table. What is not here does not exist, and nothing is here without a policy; both doors
 * (HTTP and server components) go through it.
 */
export const routes = [
  route({
    method: "POST",
    path: "/api/session",
    policy: "anyone",
    input: { body: signInSchema },
    countsAsActivity: false,
    handler: (context, { body }) => signIn({ context, input: body }),
  }),
  route({
    method: "GET",
    path: "/api/session",
    policy: "viewer",
    input: {},
    countsAsActivity: false,
    handler: async ({ session, services }) => sessionView(session, services),
  }),
  route({
    method: "DELETE",
    path: "/api/session",
    policy: "viewer",
    input: {},
    countsAsActivity: false,
    handler: async ({ session, services, responseHeaders }) => {
      await services.store.sessions.end(session.sessionHash, services.clock.now());
      responseHeaders.append("Set-Cookie", services.cookie.clear());
    },
  }),
  route({
    method: "POST",
    path: "/api/session/extend",
    policy: "viewer",
    input: {},
    handler: async ({ session, services }) => sessionView(session, services),
  }),
  route({
    method: "GET",
    path: "/api/:environment/customers",
    policy: "viewer",
    input: { query: customerListQuerySchema },
    handler: (context, { query }) => listCustomers({ context, input: query }),
  }),
  // Before the customer's own route, which would take "export" for an ID.
  route({
    method: "GET",
    path: "/api/:environment/customers/export",
    policy: "viewer",
    input: { query: customerExportQuerySchema },
    handler: (context, { query }) => exportCustomers({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/customers/:customerID",
    policy: "viewer",
    input: { query: customerFindQuerySchema },
    handler: (context, { params, query }) =>
      findCustomer({ context: { ...context, ...apiOf(context) }, customerID: params.customerID, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/customers/:customerID/activities",
    policy: "viewer",
    input: { query: activityListQuerySchema },
    handler: (context, { params, query }) => listActivities({ context, customerID: params.customerID, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/jobs",
    policy: "viewer",
    input: { query: pageQuerySchema },
    handler: (context, { query }) => listJobs({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/jobs/:jobID",
    policy: "viewer",
    input: {},
    handler: (context, { params }) => getJob({ context, jobID: params.jobID }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/webhooks",
    policy: "viewer",
    input: { query: pageQuerySchema },
    handler: (context, { query }) => listWebhooks({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/numbers",
    policy: "viewer",
    input: { query: pageQuerySchema },
    handler: (context, { query }) => listNumbers({ context, input: query }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/customers",
    policy: "editor",
    input: { body: createCustomerSchema },
    handler: (context, { body }) => createCustomer({ context, input: body }),
  }),
  route({
    method: "PATCH",
    path: "/api/:environment/customers/:customerID/contract",
    policy: "editor",
    input: { body: changeContractSchema },
    handler: (context, { params, body }) => changeContract({ context, customerID: params.customerID, input: body }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/operations",
    policy: "viewer",
    input: { query: operationListQuerySchema },
    handler: (context, { query }) => listOperations({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/operations/:operationID",
    policy: "viewer",
    input: {},
    handler: (context, { params }) => getOperation({ context, operationID: params.operationID }),
  }),
  route({
    method: "GET",
    path: "/api/health",
    policy: "anyone",
    input: {},
    countsAsActivity: false,
    handler: async () => ({ status: "ok" as const }),
  }),
  route({
    method: "GET",
    path: "/api/ready",
    policy: "anyone",
    input: {},
    countsAsActivity: false,
    handler: (context) => checkReady(context.services),
  }),
] as const;

type Routes = (typeof routes)[number];

/** A route's name: its method and path, such as `GET /api/session`. */
export type RouteKey = Routes["key"];

/** What a route's handler gives. */
export type RouteOutput<K extends RouteKey> = Awaited<ReturnType<Extract<Routes, { key: K }>["handler"]>>;
