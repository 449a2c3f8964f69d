import { type Context, Hono } from "hono";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { AnyRoute } from "#server/bff/core/route.ts";
import { answerError, answerRoute } from "./answer-route.ts";
import { readFileBody } from "./pipeline/file-body.ts";
import { readFormBody } from "./pipeline/form-body.ts";
import type { HttpServices } from "./pipeline/http-services.ts";
import { readJsonBody } from "./pipeline/json-body.ts";
import { type RequestNotes, recordRequest } from "./request-notes.ts";
import { apiHeaders, strictTransport } from "./security-headers.ts";

type ServerContext = Context<{ Bindings: RequestNotes }>;

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

  async function answer(context: ServerContext, ofPath: readonly AnyRoute<Services>[]): Promise<Response> {
    const { method, raw } = context.req;
    // Hono removes the body from the answer to a HEAD request.
    const route = ofPath.find((candidate) => candidate.method === (method === "HEAD" ? "GET" : method));
    if (!route) {
      const Allow = allowedMethods(ofPath);
      if (method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow } });
      const refusal = await refuse(context, new AppError("method_not_allowed", `This address answers ${Allow}.`));
      refusal.headers.set("Allow", Allow);
      return refusal;
    }
    const request = {
      signal: raw.signal,
      headers: raw.headers,
      params: context.req.param(),
      query: new URL(raw.url).searchParams,
      readBody: (maxBytes?: number) => {
        if (route.takesFile) return readFileBody(raw, route.takesFile, maxBytes);
        return (route.sentByServer ? readFormBody : readJsonBody)(raw, maxBytes);
      },
    };
    const { status, body, headers: pairs } = await answerRoute(services, route, request, context.env);
    const headers = pairs.map(([name, value]): [string, string] => [name, value]);
    if (body === null || typeof body === "string") return new Response(body, { status, headers });
    const isHead = method === "HEAD";
    // Hono removes the body and does not cancel its stream.
    if (isHead) await body.body.cancel();
    return new Response(isHead ? null : body.body, { status, headers });
  }

  function refuse(context: ServerContext, thrown: unknown): Response {
    const { status, body, headers } = answerError(services, context.env, context.req.raw.signal, thrown);
    return new Response(body, { status, headers: headers.map(([name, value]): [string, string] => [name, value]) });
  }

  return async (request: Request, requestID: string, address: string | undefined): Promise<Response> => {
    const startedAt = performance.now();
    const notes: RequestNotes = { requestID, address };
    const response = await app.fetch(request, notes);
    for (const [name, value] of Object.entries(apiHeaders)) response.headers.set(name, value);
    // A proxy that compresses a stream also buffers it.
    if (isEventStream(response)) response.headers.append("Cache-Control", "no-transform");
    if (secure) response.headers.set(strictTransport.name, strictTransport.value);
    response.headers.set("X-Request-ID", requestID);
    const { method, headers, url } = request;
    recordRequest(services, notes, {
      method,
      headers,
      path: new URL(url).pathname,
      status: response.status,
      startedAt,
    });
    return response;
  };
}

function isEventStream({ headers }: Response): boolean {
  return headers.get("Content-Type")?.startsWith("text/event-stream") ?? false;
}

function allowedMethods(ofPath: readonly Pick<AnyRoute, "method">[]): string {
  const methods = ofPath.map(({ method }) => method as string);
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}
