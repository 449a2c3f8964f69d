import { type Context, Hono } from "hono";
import { AppError } from "#lib/contract/app-error.ts";
import { pathForLog } from "#server/bff/core/log.ts";
import { problemAnswer, retryAfterSeconds, toAppError } from "#server/bff/core/problem.ts";
import { reportError } from "#server/bff/core/report-error.ts";
import { traceIDOf } from "#server/bff/core/request-id.ts";
import type { AnyRoute } from "#server/bff/core/route.ts";
import { isStreamedFile } from "#server/bff/core/streamed-file.ts";
import type { HttpServices } from "./http-services.ts";
import { readJsonBody } from "./json-body.ts";
import { runRoute } from "./pipeline.ts";
import { apiHeaders, strictTransport } from "./security-headers.ts";

/** What one request's log line will say, filled in on the way. */
interface RequestNotes {
  requestID: string;
  address: string | undefined;
  route?: string;
  staffID?: string;
  code?: string;
  /** What the API answered, where that is why the request failed. */
  upstreamStatus?: number;
  /** The write that the request is about. */
  operationID?: string;
}

type Door = Context<{ Bindings: RequestNotes }>;

/** nginx's status for a browser that went away before its answer; nobody receives it. */
const clientClosedRequest = 499;

/** The routes of the table as a function from request to response, for the host and for Next. */
export function createHttpServer<Services extends HttpServices>(
  services: Services,
  routes: readonly AnyRoute<Services>[],
  secure: boolean,
) {
  const app = new Hono<{ Bindings: RequestNotes }>();
  for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
    app.all(path, (context) => answer(context, ofPath));
  }
  app.notFound((context) =>
    refuse(context, new AppError("not_found", "Nothing exists at this address of the Switchboard API.")),
  );
  app.onError((error, context) => refuse(context, error));

  async function answer(context: Door, ofPath: readonly AnyRoute<Services>[]): Promise<Response> {
    const { method, raw } = context.req;
    // Hono takes the body off the answer to a HEAD.
    const route = ofPath.find((candidate) => candidate.method === (method === "HEAD" ? "GET" : method));
    if (!route) {
      const Allow = allowedMethods(ofPath);
      if (method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow } });
      const refusal = await refuse(context, new AppError("method_not_allowed", `This address answers ${Allow}.`));
      refusal.headers.set("Allow", Allow);
      return refusal;
    }
    context.env.route = route.key;
    const { value, status, responseHeaders } = await runRoute(
      services,
      route,
      {
        requestID: context.env.requestID,
        address: context.env.address,
        signal: raw.signal,
        headers: raw.headers,
        params: context.req.param(),
        query: new URL(raw.url).searchParams,
        readBody: (maxBytes) => readJsonBody(raw, maxBytes),
      },
      (session) => {
        context.env.staffID = session.staff.staffID;
      },
    );
    noteOperation(context.env, value);
    if (value === undefined) return new Response(null, { status: 204, headers: responseHeaders });
    if (isStreamedFile(value)) {
      responseHeaders.set("Content-Type", value.contentType);
      if (value.fileName !== undefined) {
        responseHeaders.set("Content-Disposition", `attachment; filename="${value.fileName}"`);
      }
      const isHead = method === "HEAD";
      // Hono takes the body off and never tells whoever makes it.
      if (isHead) await value.body.cancel();
      return new Response(isHead ? null : value.body, { status, headers: responseHeaders });
    }
    responseHeaders.set("Content-Type", "application/json; charset=utf-8");
    return new Response(JSON.stringify(value), { status, headers: responseHeaders });
  }

  function refuse(context: Door, thrown: unknown): Response {
    const { requestID, route } = context.env;
    if (context.req.raw.signal.aborted) return new Response(null, { status: clientClosedRequest });
    const error = toAppError(thrown);
    context.env.code = error.code;
    if (error.upstreamStatus !== undefined) context.env.upstreamStatus = error.upstreamStatus;
    noteOperation(context.env, error);
    reportError(services.log, error, { requestID, route });
    const headers = new Headers({ "Content-Type": "application/problem+json; charset=utf-8" });
    const retryAfter = retryAfterSeconds(error, services.clock.now());
    if (retryAfter !== undefined) headers.set("Retry-After", String(retryAfter));
    return new Response(JSON.stringify(problemAnswer(error, requestID)), { status: error.status, headers });
  }

  return async (request: Request, requestID: string, address: string | undefined): Promise<Response> => {
    const startedAt = performance.now();
    const notes: RequestNotes = { requestID, address };
    const response = await app.fetch(request, notes);
    for (const [name, value] of Object.entries(apiHeaders)) response.headers.set(name, value);
    // What a proxy compresses it also holds back.
    if (isEventStream(response)) response.headers.append("Cache-Control", "no-transform");
    if (secure) response.headers.set(strictTransport.name, strictTransport.value);
    response.headers.set("X-Request-ID", requestID);
    services.log.info(
      {
        method: request.method,
        path: pathForLog(new URL(request.url).pathname),
        status: response.status,
        ms: Math.round(performance.now() - startedAt),
        requestID,
        // Undefined members are no part of the line.
        traceID: traceIDOf(request.headers.get("traceparent")),
        address: notes.address,
        staffID: notes.staffID,
        code: notes.code,
        upstreamStatus: notes.upstreamStatus,
        operationID: notes.operationID,
      },
      "request",
    );
    return response;
  };
}

/** Notes the write that an answer or an error is about, where there is one. */
function noteOperation(notes: RequestNotes, holder: unknown): void {
  if (typeof holder !== "object" || holder === null || !("operation" in holder)) return;
  const { operation } = holder as { operation?: { operationID?: unknown } };
  if (typeof operation?.operationID === "string") notes.operationID = operation.operationID;
}

function isEventStream({ headers }: Response): boolean {
  return headers.get("Content-Type")?.startsWith("text/event-stream") ?? false;
}

function allowedMethods(ofPath: readonly Pick<AnyRoute, "method">[]): string {
  const methods = ofPath.map(({ method }) => method as string);
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}
