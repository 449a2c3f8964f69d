import { pathForLog } from "#server/bff/core/log/log.ts";
import { requestTraceID } from "#server/bff/core/page-context.ts";
import { traceIDOf } from "#server/bff/core/request-id.ts";
import type { RequestHeaders } from "#server/bff/core/route.ts";
import type { HttpServices } from "./pipeline/http-services.ts";

/** Data for the log line of one request. It is filled in while the request is being answered. */
export interface RequestNotes {
  requestID: string;
  address: string | undefined;
  route?: string;
  staffID?: string;
  /** Set instead of `staffID` if an API client makes the request. */
  clientID?: string;
  code?: string;
  /** The status code of the API's answer. Set only if the request failed because of that answer. */
  upstreamStatus?: number;
  /** The ID of the operation that the request concerns. */
  operationID?: string;
}

/** Records the operation that a handler's result or an error contains. Does nothing if there is no operation. */
export function noteOperation(notes: RequestNotes, holder: unknown): void {
  if (typeof holder !== "object" || holder === null || !("operation" in holder)) return;
  const { operation } = holder as { operation?: { operationID?: unknown } };
  if (typeof operation?.operationID === "string") notes.operationID = operation.operationID;
}

/** The path in a route's key. The method comes before it. */
const pathOf = (routeKey: string | undefined) => routeKey?.slice(routeKey.indexOf(" ") + 1);

/** Counts an answered request and writes its log line. */
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
      // Undefined members are not part of the log line.
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
