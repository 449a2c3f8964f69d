import {
  callExportQuerySchema,
  callListQuerySchema,
  callSummaryQuerySchema,
  recordBodiesSchema,
  repeatedCallFilters,
} from "#lib/contract/calls/call-requests.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { CallServices } from "./call-services.ts";
import { exportCalls } from "./export-calls.ts";
import { getApiStatus } from "./get-api-status.ts";
import { listCalls } from "./list-calls.ts";
import { probeApi } from "./probe-api.ts";
import { listBodyRecordings, recordBodies } from "./record-bodies.ts";
import { summariseCalls } from "./summarise-calls.ts";

const route = routeWith<CallServices>();

/**
 * The routes about the API calls themselves, part of the route table.
 *
 * This folder has the record of each call with its cause (docs/decisions/0041-calls-in-memory.md), the figures of the
 * API status page, and the check that an administrator can start during a pause (api-prober.ts).
 */
export const callsRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/api-status",
    policy: "viewer",
    input: {},
    handler: (context) => getApiStatus({ context }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/probe",
    policy: "api.probe",
    input: {},
    handler: (context) => probeApi({ context }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/calls",
    policy: "viewer",
    input: { query: callListQuerySchema, repeated: repeatedCallFilters },
    handler: (context, { query }) => listCalls({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/calls/summary",
    policy: "viewer",
    input: { query: callSummaryQuerySchema, repeated: repeatedCallFilters },
    handler: (context, { query }) => summariseCalls({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/calls/export",
    policy: "viewer",
    countsAsWrite: true,
    input: { query: callExportQuerySchema, repeated: repeatedCallFilters },
    handler: (context, { query }) => exportCalls({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/calls/bodies",
    policy: "calls.bodies",
    everyEnvironment: true,
    input: {},
    handler: (context) => listBodyRecordings({ context }),
  }),
  route({
    method: "POST",
    path: "/api/calls/bodies",
    policy: "calls.bodies",
    dangerous: true,
    input: { body: recordBodiesSchema },
    handler: (context, { body }) => recordBodies({ context, input: body }),
  }),
] as const;
