import { healthSchema, readinessSchema } from "#lib/contract/console/readiness.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { checkHealth, checkReady } from "./check-ready.ts";
import type { HttpServices } from "./pipeline/http-services.ts";

const route = routeWith<HttpServices>();

/** The routes for monitoring this console, part of the route table. */
export const healthRoutes = [
  route({
    method: "GET",
    path: "/api/health",
    about: "Whether this process works.",
    policy: "anyone",
    input: {},
    answer: healthSchema,
    countsAsActivity: false,
    handler: async (context) => checkHealth(context.services),
  }),
  route({
    method: "GET",
    path: "/api/ready",
    about: "Whether this process accepts requests. Includes the state of the API.",
    policy: "anyone",
    input: {},
    answer: readinessSchema,
    errors: ["draining"],
    countsAsActivity: false,
    handler: (context) => checkReady(context.services),
  }),
] as const;
