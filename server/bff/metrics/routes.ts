import { routeWith } from "#server/bff/core/route.ts";
import { getMetrics } from "./get-metrics.ts";
import type { MetricServices } from "./metric-services.ts";

const route = routeWith<MetricServices>();

/**
 * The route for a monitoring system, which is neither a person nor an API client. Only METRICS_TOKEN opens it.
 *
 * This room measures its own process (create-metrics.ts). Requests, pages, calls of the API and calls of the store are
 * reported to it when they end; it reads everything else when somebody asks. The values of labels come from known sets:
 * the path of the route table, the pattern of the page (core/page-pattern.ts, from the table in lib/places.ts), the code of
 * an error. server/bff/core/worker-runs.ts keeps how each named worker fares.
 */
export const metricRoutes = [
  route({
    method: "GET",
    path: "/api/metrics",
    policy: "anyone",
    input: {},
    countsAsActivity: false,
    handler: (context) => getMetrics(context),
  }),
] as const;
