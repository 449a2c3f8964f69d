import { activityListQuerySchema, activitySummaryQuerySchema } from "#lib/contract/activity.ts";
import { customerExportQuerySchema } from "#lib/contract/customer-export.ts";
import { customerFindQuerySchema } from "#lib/contract/customer-find.ts";
import { customerListQuerySchema } from "#lib/contract/customer-list.ts";
import { customerNumbersQuerySchema } from "#lib/contract/customer-numbers.ts";
import { jobQuerySchema } from "#lib/contract/job.ts";
import { jobEventsQuerySchema } from "#lib/contract/job-events.ts";
import { pageQuerySchema } from "#lib/contract/list.ts";
import { lookupQuerySchema } from "#lib/contract/lookup.ts";
import {
  changeContractSchema,
  createCustomerSchema,
  operationListQuerySchema,
} from "#lib/contract/operation-requests.ts";
import { overviewQuerySchema } from "#lib/contract/overview.ts";
import { signInSchema } from "#lib/contract/session.ts";
import { apiOf } from "./api-context.ts";
import { bulkRoutes } from "./bulk/bulk-routes.ts";
import { changeContract } from "./change-contract.ts";
import { checkReady } from "./check-ready.ts";
import { createCustomer } from "./create-customer.ts";
import { exportCustomers } from "./export-customers.ts";
import { findCustomer } from "./find-customer.ts";
import { getJob } from "./get-job.ts";
import { getOperation } from "./get-operation.ts";
import { listActivities } from "./list-activities.ts";
import { listContractValues } from "./list-contract-values.ts";
import { listCustomerJobs } from "./list-customer-jobs.ts";
import { listCustomerNumbers } from "./list-customer-numbers.ts";
import { listCustomers } from "./list-customers.ts";
import { listJobs } from "./list-jobs.ts";
import { listNumbers } from "./list-numbers.ts";
import { listOperations } from "./list-operations.ts";
import { listWebhooks } from "./list-webhooks.ts";
import { watchJobs } from "./live-jobs/watch-jobs.ts";
import { lookUp } from "./look-up/look-up.ts";
import { getOverview } from "./overview/get-overview.ts";
import { route } from "./route.ts";
import { sessionView } from "./session-view.ts";
import { signIn } from "./sign-in.ts";
import { summariseActivities } from "./summarise-activities.ts";
import { viewRoutes } from "./views/view-routes.ts";

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
    countsAsWrite: false,
    handler: async ({ session, services, responseHeaders }) => {
      await services.store.sessions.end(session.sessionHash, services.clock.now());
      services.openStreams.endSession(session.sessionHash);
      responseHeaders.append("Set-Cookie", services.cookie.clear());
    },
  }),
  route({
    method: "POST",
    path: "/api/session/extend",
    policy: "viewer",
    input: {},
    countsAsWrite: false,
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
    path: "/api/:environment/customers/:customerID/activities/summary",
    policy: "viewer",
    input: { query: activitySummaryQuerySchema },
    handler: (context, { params, query }) =>
      summariseActivities({ context, customerID: params.customerID, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/overview",
    policy: "viewer",
    input: { query: overviewQuerySchema },
    handler: (context, { query }) => getOverview({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/customers/:customerID/numbers",
    policy: "viewer",
    input: { query: customerNumbersQuerySchema },
    handler: (context, { params, query }) =>
      listCustomerNumbers({ context, customerID: params.customerID, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/customers/:customerID/jobs",
    policy: "viewer",
    input: {},
    handler: (context, { params }) => listCustomerJobs({ context, customerID: params.customerID }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/lookup",
    policy: "viewer",
    input: { query: lookupQuerySchema },
    handler: (context, { query }) => lookUp({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/contract-values",
    policy: "viewer",
    input: {},
    handler: (context) => listContractValues({ context }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/jobs",
    policy: "viewer",
    input: { query: pageQuerySchema },
    handler: (context, { query }) => listJobs({ context, input: query }),
  }),
  // Before the job's own route, which would take "events" for an ID.
  route({
    method: "GET",
    path: "/api/:environment/jobs/events",
    policy: "viewer",
    input: { query: jobEventsQuerySchema, repeated: ["id"] },
    countsAsActivity: false,
    handler: (context, { query }) => watchJobs({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/jobs/:jobID",
    policy: "viewer",
    input: { query: jobQuerySchema },
    handler: (context, { params, query }) => getJob({ context, jobID: params.jobID, input: query }),
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
  ...viewRoutes,
  ...bulkRoutes,
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
