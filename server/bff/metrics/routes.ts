import { routeWith } from "#server/bff/core/route.ts";
import { getMetrics } from "./get-metrics.ts";
import type { MetricServices } from "./metric-services.ts";

const route = routeWith<MetricServices>();

/** For a monitoring system, which is neither a person nor an API client: METRICS_TOKEN opens it, and nothing else. */
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
