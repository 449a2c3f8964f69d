import type { ServerResponse } from "node:http";
import type { FetchLike } from "#server/api-client/transport/upstream-fetch.ts";
import type { RequestContext } from "#server/bff/core/page-context.ts";

/** A request from a browser or from another server. */
export interface TracedRequest {
  method: string;
  /** The path as it is logged: without the query and without secrets. */
  path: string;
  /** Receives the ID of the trace. It also has the route and the person; the span gets them when the answer is sent. */
  request: RequestContext;
  outgoing: ServerResponse;
}

/**
 * Traces of requests and of the API calls that they cause, sent to a collector.
 *
 * Requests can be followed without traces, too. The listener gives each request an ID (`X-Request-ID`), which is in the
 * log line, in the answer and in every API call. pass-traceparent.ts passes on the sender's `traceparent`. With
 * OTEL_EXPORTER_OTLP_ENDPOINT requests and calls are also spans (create-tracing.ts), and Next adds the spans of its
 * pages (docs/decisions/0032-metrics-and-traces.md).
 */
export interface Tracing {
  /** Runs `answer` in a span. The span ends with the response. */
  inRequest<Result>(request: TracedRequest, answer: () => Result): Result;
  /** Wraps a fetch. Each call becomes a span, and the trace ID is sent to the API. */
  traced(fetch: FetchLike): FetchLike;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}
