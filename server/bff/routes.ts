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
import { sessionView } from "#server/bff/access/session-view.ts";
import { signIn } from "#server/bff/access/sign-in.ts";
import { listActivities } from "#server/bff/activities/list-activities.ts";
import { summariseActivities } from "#server/bff/activities/summarise-activities.ts";
import { changeContract } from "#server/bff/contracts/change-contract.ts";
import { listContractValues } from "#server/bff/contracts/list-contract-values.ts";
import { apiOf } from "#server/bff/core/api-context.ts";
import { route } from "#server/bff/core/route.ts";
import { createCustomer } from "#server/bff/creations/create-customer.ts";
import { exportCustomers } from "#server/bff/customers/export-customers.ts";
import { findCustomer } from "#server/bff/customers/find-customer.ts";
import { listCustomers } from "#server/bff/customers/list-customers.ts";
import { checkReady } from "#server/bff/http/check-ready.ts";
import { getJob } from "#server/bff/jobs/get-job.ts";
import { listCustomerJobs } from "#server/bff/jobs/list-customer-jobs.ts";
import { listJobs } from "#server/bff/jobs/list-jobs.ts";
import { watchJobs } from "#server/bff/jobs/live/watch-jobs.ts";
import { lookUp } from "#server/bff/lookup/look-up.ts";
import { listCustomerNumbers } from "#server/bff/numbers/list-customer-numbers.ts";
import { listNumbers } from "#server/bff/numbers/list-numbers.ts";
import { getOperation } from "#server/bff/operations/get-operation.ts";
import { listOperations } from "#server/bff/operations/list-operations.ts";
import { listWebhooks } from "#server/bff/webhooks/list-webhooks.ts";
import { bulkRoutes } from "./bulk/bulk-routes.ts";
import { getOverview } from "./overview/get-overview.ts";
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
    handler: async ({ session, services, responseHeaders }) => {
      await services.store.sessions.end(session.sessionHash, services.clock.now());
      services.liveJobs.endSession(session.sessionHash);
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
