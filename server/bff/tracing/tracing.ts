import type { ServerResponse } from "node:http";
import type { FetchLike } from "#server/api-client/transport/upstream-fetch.ts";
import type { RequestContext } from "#server/bff/core/page-context.ts";

/** A request of a browser, or of another server. */
export interface TracedRequest {
  method: string;
  /** As logs have it: without its query and without what opens something. */
  path: string;
  /** Gets the trace's ID; says, when the answer is sent, which route and person it was. */
  request: RequestContext;
  outgoing: ServerResponse;
}

/**
 * Traces of requests and of the calls at the API that they cause, sent to a collector.
 *
 * A request can be followed without traces, too: the listener gives it an ID (`X-Request-ID`), which the log line, the
 * answer and every call at the API carry, and pass-traceparent.ts passes on the `traceparent` of the sender. With
 * OTEL_EXPORTER_OTLP_ENDPOINT requests and calls are also spans (create-tracing.ts), and Next adds those of its pages
 * (docs/decisions/0032-metrics-and-traces.md).
 */
export interface Tracing {
  /** Runs `answer` as a span, which ends with the response. */
  inRequest<Result>(request: TracedRequest, answer: () => Result): Result;
  /** The same function, each call of which is a span and tells the API its trace. */
  traced(fetch: FetchLike): FetchLike;
  /** Sends what has not been sent. */
  close(): Promise<void>;
}
