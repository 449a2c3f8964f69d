import { operationExportQuerySchema, operationListQuerySchema } from "#lib/contract/operations/operation-requests.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { exportOperations } from "./export-operations.ts";
import { getOperation } from "./get-operation.ts";
import { listOperations } from "./list-operations.ts";
import { listPeople } from "./list-people.ts";
import type { OperationServices } from "./operation-services.ts";

const route = routeWith<OperationServices>();

/** The routes of operations, part of the one table. */
export const operationRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/operations",
    policy: "viewer",
    input: { query: operationListQuerySchema },
    handler: (context, { query }) => listOperations({ context, input: query }),
  }),
  // Before the operation's own route, which would take these words for IDs.
  route({
    method: "GET",
    path: "/api/:environment/operations/export",
    policy: "viewer",
    streams: true,
    countsAsWrite: true,
    input: { query: operationExportQuerySchema },
    handler: (context, { query }) => exportOperations({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/operations/people",
    policy: "viewer",
    input: {},
    handler: (context) => listPeople({ context }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/operations/:operationID",
    policy: "viewer",
    input: {},
    handler: (context, { params }) => getOperation({ context, operationID: params.operationID }),
  }),
] as const;
