import { pathForLog } from "#server/bff/core/log/log.ts";
import { requestTraceID } from "#server/bff/core/page-context.ts";
import { traceIDOf } from "#server/bff/core/request-id.ts";
import type { RequestHeaders } from "#server/bff/core/route.ts";
import type { HttpServices } from "./pipeline/http-services.ts";

/** The facts for the log line of one request. They are filled in while the request is answered. */
export interface RequestNotes {
  requestID: string;
  address: string | undefined;
  route?: string;
  staffID?: string;
  /** The API client, instead of a person. */
  clientID?: string;
  code?: string;
  /** The status of the API's answer. Set only if the request failed because of that answer. */
  upstreamStatus?: number;
  /** The operation that the request is about. */
  operationID?: string;
}

/** Records the operation of an answer or an error. Does nothing if the answer or the error has no operation. */
export function noteOperation(notes: RequestNotes, holder: unknown): void {
  if (typeof holder !== "object" || holder === null || !("operation" in holder)) return;
  const { operation } = holder as { operation?: { operationID?: unknown } };
  if (typeof operation?.operationID === "string") notes.operationID = operation.operationID;
}

/** The path in a route's key, after its method. */
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
      // Undefined members do not appear in the line.
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
