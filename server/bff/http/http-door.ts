import { type Context, Hono } from "hono";
import { AppError } from "#lib/contract/errors.ts";
import { pathForLog } from "#server/bff/core/log.ts";
import { knownError, problemAnswer, retryAfterSeconds } from "#server/bff/core/problem.ts";
import { reportError } from "#server/bff/core/report-error.ts";
import type { AnyRoute } from "#server/bff/core/route.ts";
import type { Services } from "#server/bff/core/services.ts";
import { isStreamedFile } from "#server/bff/core/streamed-file.ts";
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
}

type Door = Context<{ Bindings: RequestNotes }>;

/** nginx's status for a browser that went away before its answer; nobody receives it. */
const clientClosedRequest = 499;

/** The routes of the table as a function from request to response, for the host and for Next. */
export function createHttpDoor(services: Services, routes: readonly AnyRoute[], secure: boolean) {
  const app = new Hono<{ Bindings: RequestNotes }>();
  for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
    app.all(path, (context) => answer(context, ofPath));
  }
  app.notFound((context) =>
    refuse(context, new AppError("not_found", "There is nothing at this address of the console's API.")),
  );
  app.onError((error, context) => refuse(context, error));

  async function answer(context: Door, ofPath: readonly AnyRoute[]): Promise<Response> {
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
        readBody: (mostBytes) => readJsonBody(raw, mostBytes),
      },
      (session) => {
        context.env.staffID = session.staff.staffID;
      },
    );
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
    const error = knownError(thrown);
    context.env.code = error.code;
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
    const { staffID, code } = notes;
    services.log.info(
      {
        method: request.method,
        path: pathForLog(new URL(request.url).pathname),
        status: response.status,
        ms: Math.round(performance.now() - startedAt),
        requestID,
        ...(staffID ? { staffID } : {}),
        ...(code ? { code } : {}),
      },
      "request",
    );
    return response;
  };
}

function isEventStream({ headers }: Response): boolean {
  return headers.get("Content-Type")?.startsWith("text/event-stream") ?? false;
}

function allowedMethods(ofPath: readonly AnyRoute[]): string {
  const methods = ofPath.map(({ method }) => method as string);
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}
