import type { ServerResponse } from "node:http";
import type { FetchLike } from "#server/api-client/transport/upstream-fetch.ts";
import type { RequestContext } from "#server/bff/core/page-context.ts";

/** A request from a browser or from another server. */
export interface TracedRequest {
  method: string;
  /** The path as it is logged: without the query and without secrets. */
  path: string;
  /**
   * The request context gets the ID of the trace. The route and the person in this context are added to the span when
   * the response is sent.
   */
  request: RequestContext;
  outgoing: ServerResponse;
}

/**
 * Traces of requests and of their API calls. The traces are sent to a collector.
 *
 * Requests can also be followed without tracing. The listener gives each request an ID (`X-Request-ID`), which is part
 * of the log line, the response and every API call. pass-traceparent.ts forwards the `traceparent` of the request to
 * the API. If OTEL_EXPORTER_OTLP_ENDPOINT is set, requests and calls are also spans (create-tracing.ts), and Next adds
 * spans for its pages (docs/decisions/0032-metrics-and-traces.md).
 */
export interface Tracing {
  /** Runs `answer` in a span. The span ends with the response. */
  inRequest<Result>(request: TracedRequest, answer: () => Result): Result;
  /** Wraps a fetch. Each call becomes a span, and its trace ID is sent to the API. */
  traced(fetch: FetchLike): FetchLike;
  /** Sends the remaining spans, and ends tracing. */
  close(): Promise<void>;
}
