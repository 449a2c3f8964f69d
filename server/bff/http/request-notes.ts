import { pathForLog } from "#server/bff/core/log/log.ts";
import { requestTraceID } from "#server/bff/core/page-context.ts";
import { traceIDOf } from "#server/bff/core/request-id.ts";
import type { RequestHeaders } from "#server/bff/core/route.ts";
import type { HttpServices } from "./pipeline/http-services.ts";

/** What one request's log line will say, filled in on the way. */
export interface RequestNotes {
  requestID: string;
  address: string | undefined;
  route?: string;
  staffID?: string;
  /** Of an API client, in place of a person. */
  clientID?: string;
  code?: string;
  /** What the API answered, where that is why the request failed. */
  upstreamStatus?: number;
  /** The write that the request is about. */
  operationID?: string;
}

/** Notes the write that an answer or an error is about, where there is one. */
export function noteOperation(notes: RequestNotes, holder: unknown): void {
  if (typeof holder !== "object" || holder === null || !("operation" in holder)) return;
  const { operation } = holder as { operation?: { operationID?: unknown } };
  if (typeof operation?.operationID === "string") notes.operationID = operation.operationID;
}

/** The path in a route's key, behind its method. */
const pathOf = (routeKey: string | undefined) => routeKey?.slice(routeKey.indexOf(" ") + 1);

/** Counts a request that is answered, and writes its one line. */
export function recordRequest(
  { log, metrics }: Pick<HttpServices, "log" | "metrics">,
  notes: RequestNotes,
  request: { method: string; path: string; headers: RequestHeaders; status: number; startedAt: number },
): void {
  const { method, status } = request;
  const ms = performance.now() - request.startedAt;
  metrics?.requestAnswered({ method, route: pathOf(notes.route), status, ms });
  log.info(
    {
      method,
      path: pathForLog(request.path),
      status,
      ms: Math.round(ms),
      requestID: notes.requestID,
      // Undefined members are no part of the line.
      traceID: requestTraceID() ?? traceIDOf(request.headers.get("traceparent")),
      address: notes.address,
      staffID: notes.staffID,
      clientID: notes.clientID,
      code: notes.code,
      upstreamStatus: notes.upstreamStatus,
      operationID: notes.operationID,
    },
    "request",
  );
}
