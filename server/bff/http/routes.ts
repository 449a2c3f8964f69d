import { routeWith } from "#server/bff/core/route.ts";
import { checkHealth, checkReady } from "./check-ready.ts";
import type { HttpServices } from "./pipeline/http-services.ts";

const route = routeWith<HttpServices>();

/** The routes for monitoring this console, part of the route table. */
export const healthRoutes = [
  route({
    method: "GET",
    path: "/api/health",
    policy: "anyone",
    input: {},
    countsAsActivity: false,
    handler: async (context) => checkHealth(context.services),
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
