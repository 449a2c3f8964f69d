import { randomUUID } from "node:crypto";
import { type Attributes, context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, type ReadableSpan, type SpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { FetchLike } from "#server/api-client/transport/upstream-fetch.ts";
import type { BuildInfo } from "#server/bff/config/build-info.ts";
import { pathForLog } from "#server/bff/core/log/log.ts";
import { pagePatternOf } from "#server/bff/core/page-pattern.ts";
import type { Tracing } from "./tracing.ts";

const propagator = new W3CTraceContextPropagator();
const carrier = {
  get: (headers: Record<string, string | undefined>, name: string) => headers[name],
  keys: (headers: Record<string, string | undefined>) => Object.keys(headers),
};
const setter = {
  set: (headers: Record<string, string>, name: string, value: string) => {
    headers[name] = value;
  },
};

/**
 * Removes queries and secrets from attributes, because Next's own spans contain complete addresses. The search in an
 * address may name a person, and a one-time link gives access.
 */
function withoutQueries(attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value !== "string") continue;
    // A route is a pattern without user input, so it is not changed.
    if (name === "http.route") continue;
    if (value.startsWith("/")) attributes[name] = pathForLog(value);
    else if (value.includes("?")) attributes[name] = value.slice(0, value.indexOf("?"));
  }
}

/** Removes user input from spans before `processor` gets them. */
function redacting(processor: SpanProcessor): SpanProcessor {
  return {
    onStart: (span, parent) => processor.onStart(span, parent),
    onEnd(span: ReadableSpan) {
      withoutQueries(span.attributes as Attributes);
      processor.onEnd(span);
    },
    forceFlush: () => processor.forceFlush(),
    shutdown: () => processor.shutdown(),
  };
}

/**
 * Creates OpenTelemetry traces and sends them to `endpoint` with OTLP over HTTP. The traces are global to the process,
 * so that Next's page spans belong to the same traces.
 */
export function createTracing({
  endpoint,
  version,
  build,
}: Pick<BuildInfo, "version" | "build"> & { endpoint: string }): Tracing {
  const base = endpoint.replace(/\/$/, "");
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": process.env.OTEL_SERVICE_NAME ?? "switchboard",
      "service.version": version,
      "service.instance.id": randomUUID(),
      "switchboard.build": build,
    }),
    spanProcessors: [
      redacting(new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${base}/v1/traces` }) })),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(propagator);
  trace.setGlobalTracerProvider(provider);
  const tracer = provider.getTracer("switchboard");

  return {
    inRequest({ method, path, request, outgoing }, answer) {
      const { notes, traceparent } = request;
      const parent = propagator.extract(context.active(), { traceparent }, carrier);
      const attributes = {
        "http.request.method": method,
        "url.path": path,
        "switchboard.request_id": notes.requestID,
      };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      notes.traceID = span.spanContext().traceId;
      outgoing.once("close", () => {
        const route = request.route?.slice(request.route.indexOf(" ") + 1) ?? pagePatternOf(path);
        if (route !== undefined) {
          span.updateName(`${method} ${route}`);
          span.setAttribute("http.route", route);
        }
        if (notes.staffID !== undefined) span.setAttribute("enduser.id", notes.staffID);
        span.setAttribute("http.response.status_code", outgoing.statusCode);
        if (outgoing.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      return context.with(trace.setSpan(parent, span), answer);
    },
    traced(fetch) {
      const traced: FetchLike = async (url, request) => {
        const { host, pathname } = new URL(url);
        const attributes = { "http.request.method": request.method, "server.address": host, "url.path": pathname };
        const span = tracer.startSpan(`${request.method} API`, { kind: SpanKind.CLIENT, attributes });
        const headers = { ...request.headers };
        propagator.inject(trace.setSpan(context.active(), span), headers, setter);
        try {
          const response = await fetch(url, { ...request, headers });
          span.setAttribute("http.response.status_code", response.status);
          if (response.status >= 400) span.setStatus({ code: SpanStatusCode.ERROR });
          return response;
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      };
      const { close } = fetch;
      if (close) traced.close = close;
      return traced;
    },
    close: () => provider.shutdown(),
  };
}
