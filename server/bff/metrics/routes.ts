import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { bearerToken } from "#server/bff/access/clients/client-key.ts";
import type { TextAnswer } from "#server/bff/core/answers/text-answer.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { MetricServices } from "./metric-services.ts";

const route = routeWith<MetricServices>();

/**
 * The route for a monitoring system, which is neither a person nor an API client. Only METRICS_TOKEN opens the route.
 * This room measures its own process (create-metrics.ts). Other rooms report a request, a page, an API call or a store
 * call when it ends. All other values are read when the metrics are requested. Label values come from fixed sets: the
 * path in the route table, the pattern of the page (core/page-pattern.ts, from the table in lib/places.ts), and the
 * code of an error. server/bff/core/worker-runs.ts keeps the state of each named worker.
 */
export const metricRoutes = [
  /** All metrics, for a sender that knows METRICS_TOKEN. If METRICS_TOKEN is not set, the answer is "not found". */
  route({
    method: "GET",
    path: "/api/metrics",
    policy: "anyone",
    input: {},
    countsAsActivity: false,
    async handler({ services, requestHeaders }): Promise<TextAnswer> {
      const { metrics, metricsToken } = services;
      if (!metrics || metricsToken === null) {
        throw new AppError("not_found", "Metrics are off: set METRICS_TOKEN to read them.");
      }
      const token = bearerToken(requestHeaders.get("authorization"));
      // The digests are compared instead of the tokens. They have equal length, so the comparison takes the same time
      // for every input.
      if (token === null || !timingSafeEqual(digest(token), digest(metricsToken))) {
        throw new AppError("invalid_key", "Send the value of METRICS_TOKEN as a bearer token.");
      }
      return { isTextAnswer: true, ...(await metrics.render()) };
    },
  }),
] as const;

const digest = (text: string) => createHash("sha256").update(text).digest();
