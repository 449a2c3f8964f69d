import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { pagePatternOf } from "#server/bff/core/page-pattern.ts";
import { registerApiMetrics } from "./api-metrics.ts";
import type { MetricSources } from "./metric-sources.ts";
import type { Metrics } from "./metrics.ts";
import { registerProcessMetrics } from "./process-metrics.ts";
import { registerStoreMetrics } from "./store-metrics.ts";

/** The bounds of the histograms, in seconds. A cached response takes milliseconds. A slow API takes up to 30 s. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const storeBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/**
 * The label of all requests without a known route or page. A single label is necessary, because clients can invent any
 * number of paths.
 */
const unmatched = "unmatched";

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const methodOf = (method: string) => (methods.has(method) ? method : "other");
const classOf = (status: number) => `${Math.trunc(status / 100)}xx`;

/** Creates the metrics of this process. `about` identifies the running build. */
export function createMetrics(about: { version: string; build: string }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  let sources: MetricSources | undefined;
  const currentSources = () => sources;
  registerProcessMetrics(registers, currentSources, about);
  registerApiMetrics(registers, currentSources);
  registerStoreMetrics(registers, currentSources);

  const requests = new Histogram({
    name: "switchboard_http_request_duration_seconds",
    help: "How long requests under /api took, to the start of a streamed answer.",
    labelNames: ["method", "route", "status"],
    buckets,
    registers,
  });
  const pages = new Histogram({
    name: "switchboard_page_duration_seconds",
    help: "How long pages took to their last byte.",
    labelNames: ["page", "status"],
    buckets,
    registers,
  });
  const calls = new Counter({
    name: "switchboard_api_requests_total",
    help: "Requests sent to the API, POST /auth included, by what came of them: ok, aborted or an error's code.",
    labelNames: ["environment", "method", "outcome"],
    registers,
  });
  const callDurations = new Histogram({
    name: "switchboard_api_request_duration_seconds",
    help: "How long requests to the API took.",
    labelNames: ["environment", "method"],
    buckets,
    registers,
  });
  const storeCalls = new Histogram({
    name: "switchboard_store_call_duration_seconds",
    help: "How long calls of the console's store took, with their wait for a connection.",
    labelNames: ["part"],
    buckets: storeBuckets,
    registers,
  });
  const storeFailures = new Counter({
    name: "switchboard_store_failures_total",
    help: "Calls of the console's store that its database failed.",
    labelNames: ["part"],
    registers,
  });

  return {
    requestAnswered({ method, route, status, ms }) {
      requests.observe({ method: methodOf(method), route: route ?? unmatched, status: classOf(status) }, ms / 1_000);
    },
    pageAnswered({ path, status, ms }) {
      pages.observe({ page: pagePatternOf(path) ?? unmatched, status: classOf(status) }, ms / 1_000);
    },
    callEnded({ environment, method, outcome, durationMs }) {
      calls.inc({ environment, method: methodOf(method), outcome });
      callDurations.observe({ environment, method: methodOf(method) }, durationMs / 1_000);
    },
    storeCalled({ part, ms, hasFailed }) {
      storeCalls.observe({ part }, ms / 1_000);
      if (hasFailed) storeFailures.inc({ part });
    },
    observe(list) {
      sources = list;
    },
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
