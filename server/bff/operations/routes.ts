import { operationListQuerySchema } from "#lib/contract/operation-requests.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { getOperation } from "./get-operation.ts";
import { listOperations } from "./list-operations.ts";
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
  route({
    method: "GET",
    path: "/api/:environment/operations/:operationID",
    policy: "viewer",
    input: {},
    handler: (context, { params }) => getOperation({ context, operationID: params.operationID }),
  }),
] as const;
