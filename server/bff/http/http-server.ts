import { TrieRouter } from "hono/router/trie-router";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { decodeSegment } from "#lib/paths.ts";
import { requestIDOf } from "#server/bff/core/request-id.ts";
import type { AnyRoute } from "#server/bff/core/route.ts";
import { answerError, answerRoute } from "./answer-route.ts";
import type { AnswerRequest, ApiAnswer, ApiRequest } from "./api-request.ts";
import { createNodeAdapter } from "./node-adapter.ts";
import type { HttpServices } from "./pipeline/http-services.ts";
import { type RequestNotes, recordRequest } from "./request-notes.ts";
import { apiHeaders, strictTransport } from "./security-headers.ts";
import { createWebAdapter } from "./web-adapter.ts";

/**
 * The only HTTP server for `/api`. It has one table of routes and one pipeline. There are two entry points: `answer`
 * takes the host's own request objects, and `fetch` takes web-standard objects
 * (docs/decisions/0025-one-http-engine.md).
 */
export function createHttpServer<Services extends HttpServices>(
  services: Services,
  routes: readonly AnyRoute<Services>[],
  secure: boolean,
) {
  const findRoutes = createRouteFinder(routes);
  const usualHeaders = Object.entries(apiHeaders).flat();
  if (secure) usualHeaders.push(strictTransport.name, strictTransport.value);

  const answer: AnswerRequest = async (request) => {
    const startedAt = performance.now();
    const { method, path, headers, signal, address } = request;
    const requestID = requestIDOf(headers.get("x-request-id"));
    const notes: RequestNotes = { requestID, address };
    const {
      status,
      headers: own,
      body,
    } = await answerFound(request, notes).catch((error: unknown) => answerError(services, notes, signal, error));
    recordRequest(services, notes, { method, path, headers, status, startedAt });
    return { status, headers: [...usualHeaders, "X-Request-ID", requestID, ...own], body };
  };

  async function answerFound(request: ApiRequest, notes: RequestNotes): Promise<ApiAnswer> {
    const { method, path, signal } = request;
    const found = findRoutes(path);
    if (!found) throw new AppError("not_found", "Nothing exists at this address of the Switchboard API.");
    const route = found.routes.find((candidate) => candidate.method === (method === "HEAD" ? "GET" : method));
    if (!route) {
      const allowed = allowedMethods(found.routes);
      if (method === "OPTIONS") return { status: 204, headers: ["Allow", allowed], body: null };
      const error = new AppError("method_not_allowed", `This address answers ${allowed}.`);
      const refusal = answerError(services, notes, signal, error);
      return { ...refusal, headers: [...refusal.headers, "Allow", allowed] };
    }
    const { status, headers, body } = await answerRoute(services, route, found.params, request, notes);
    if (method !== "HEAD" && !signal.aborted) return { status, headers, body };
    // A HEAD request gets no body, and a client that has disconnected cannot receive a body. So nobody will read this
    // stream.
    if (body instanceof ReadableStream) await body.cancel();
    return { status, headers, body: null };
  }

  return { answer: createNodeAdapter(answer), fetch: createWebAdapter(answer) };
}

/** Finds the routes for a path, one for each method, and the values of the path's parameters. */
function createRouteFinder<Route extends Pick<AnyRoute, "path">>(routes: readonly Route[]) {
  const router = new TrieRouter<Route[]>();
  for (const [path, routesOfPath] of Map.groupBy(routes, (route) => route.path)) router.add("ALL", path, routesOfPath);
  return (path: string): { routes: readonly Route[]; params: Readonly<Record<string, string>> } | undefined => {
    const [[match]] = router.match("ALL", path);
    if (!match) return undefined;
    const [routesOfPath, encodedParams] = match as [Route[], Record<string, string>];
    const params: Record<string, string> = {};
    for (const name in encodedParams) {
      const text = encodedParams[name] ?? "";
      // A value that cannot be decoded is not a valid ID. The pipeline will refuse it.
      params[name] = decodeSegment(text) ?? text;
    }
    return { routes: routesOfPath, params };
  };
}

function allowedMethods(routesOfPath: readonly Pick<AnyRoute, "method">[]): string {
  const methods = routesOfPath.map(({ method }) => method as string);
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}
