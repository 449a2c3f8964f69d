import { operationExportQuerySchema, operationListQuerySchema } from "#lib/contract/operations/operation-requests.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { exportOperations } from "./export-operations.ts";
import { getOperation } from "./get-operation.ts";
import { listOperations } from "./list-operations.ts";
import { listPeople } from "./list-people.ts";
import type { OperationServices } from "./operation-services.ts";

const route = routeWith<OperationServices>();

/**
 * The routes of operations, part of the one table.
 *
 * An operation is the record of one write. Every write goes through `record-and-send.ts`. An `OperationKind`
 * (operation-kind.ts) says what differs between kinds of write; each kind is defined in its own room and registered in
 * bff-dependencies.ts.
 *
 * The outcome of an operation follows from its record (lib/contract/operation-outcome.ts), and the database computes
 * the same for filters and counts. Triggers keep the counts (operation-counts.ts), so that a list can skip to a late
 * page. Other triggers keep the ID and the name of each customer once (operation-subjects.ts): a search compares its
 * text with these before it reads any operation (operation-search.ts).
 */
export const operationRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/operations",
    policy: "viewer",
    input: { query: operationListQuerySchema },
    handler: (context, { query }) => listOperations({ context, input: query }),
  }),
  // Must come before the operation's own route, which would take these words for IDs.
  route({
    method: "GET",
    path: "/api/:environment/operations/export",
    policy: "viewer",
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
