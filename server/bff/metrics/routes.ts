import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { bearerToken } from "#server/bff/access/clients/client-key.ts";
import { textAnswer } from "#server/bff/core/answers/text-answer.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { MetricServices } from "./metric-services.ts";

const route = routeWith<MetricServices>();

/**
 * The route for a monitoring system, which is neither a person nor an API client. Only METRICS_TOKEN gives access.
 *
 * This module measures its own process (create-metrics.ts). Other modules report requests, pages, API calls and store
 * calls when they end. All other values are read when the metrics are requested. The values of labels come from fixed
 * sets: the paths of the route table, the patterns of pages (core/page-pattern.ts, from the table in lib/places.ts) and
 * error codes. server/bff/core/worker-runs.ts has the state of each named worker.
 */
export const metricRoutes = [
  route({
    method: "GET",
    path: "/api/metrics",
    about: 'All metrics, for a client with METRICS_TOKEN. Answers "not found" if METRICS_TOKEN is not set.',
    policy: "anyone",
    input: {},
    answer: { file: { "text/plain": "The metrics in the text format of Prometheus." } },
    errors: ["invalid_key", "not_found"],
    countsAsActivity: false,
    async handler({ services, requestHeaders }) {
      const { metrics, metricsToken } = services;
      if (!metrics || metricsToken === null) {
        throw new AppError("not_found", "Metrics are off: set METRICS_TOKEN to read them.");
      }
      const token = bearerToken(requestHeaders.get("authorization"));
      // Compares digests, not tokens. Digests have equal length, so the comparison always takes the same time.
      if (token === null || !timingSafeEqual(digest(token), digest(metricsToken))) {
        throw new AppError("invalid_key", "Send the value of METRICS_TOKEN as a bearer token.");
      }
      const { contentType, text } = await metrics.render();
      return textAnswer(contentType, text);
    },
  }),
] as const;

const digest = (text: string) => createHash("sha256").update(text).digest();
