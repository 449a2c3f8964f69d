import type { IncomingMessage, ServerResponse } from "node:http";
import { CallAbort } from "#server/api-client/call-signal.ts";
import { pageRequestID, requestAddress } from "#server/bff/core/page-context.ts";
import { requestIDOf } from "#server/bff/core/request-id.ts";
import type { AnyRoute, RequestHeaders } from "#server/bff/core/route.ts";
import { type Answer, answerError, answerRoute } from "./answer-route.ts";
import type { HttpServices } from "./pipeline/http-services.ts";
import { type RequestNotes, recordRequest } from "./request-notes.ts";
import { apiHeaders, strictTransport } from "./security-headers.ts";

/** Answers a request of Node's own. Returns false, with nothing done, if the request is not plain. */
export type AnswerPlainRequest = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<boolean>;

/** An address with escapes only in its query, which can be read in only one way. */
const plainAddress = /^(\/api(?:\/[\w-]+)+)(?:\?([\w%&=.+:~*@,-]*))?$/;

/** Reads headers as `Headers` does: repeated headers are joined. */
function headersOf({ rawHeaders }: IncomingMessage): RequestHeaders {
  return {
    get(name) {
      const wantedName = name.toLowerCase();
      let value: string | null = null;
      for (let index = 0; index < rawHeaders.length; index += 2) {
        const own = rawHeaders[index] ?? "";
        if (own.length !== wantedName.length || own.toLowerCase() !== wantedName) continue;
        const one = rawHeaders[index + 1] ?? "";
        value = value === null ? one : value + (wantedName === "cookie" ? "; " : ", ") + one;
      }
      return value;
    },
  };
}

const withoutBody = async () => undefined;

interface Match<Route> {
  /** Absent if the path has no route for GET. */
  route: Route | undefined;
  params: Readonly<Record<string, string>>;
}

const isParameter = (segment: string) => segment.startsWith(":");

/** The maximum number of paths whose route is cached, and the maximum length of one. */
const maxPaths = 500;
const maxPath = 200;

/** Finds the route of a plain path: the first matching path of the table, as in Hono. */
function createMatch<Route extends Pick<AnyRoute, "method" | "path">>(routes: readonly Route[]) {
  const paths = [...Map.groupBy(routes, ({ path }) => path)].map(([path, ofPath]) => ({
    segments: path.split("/"),
    route: ofPath.find(({ method }) => method === "GET"),
  }));
  const byLength = Map.groupBy(paths, ({ segments }) => segments.length);
  const routeOfPath = new Map<string, Match<Route>>();
  return (path: string): Match<Route> | undefined => routeOfPath.get(path) ?? remember(path, find(path));

  function remember(path: string, match: Match<Route> | undefined): Match<Route> | undefined {
    if (match === undefined || path.length > maxPath) return match;
    if (routeOfPath.size >= maxPaths) routeOfPath.clear();
    // All requests with the same path share this object.
    Object.freeze(match.params);
    routeOfPath.set(path, match);
    return match;
  }

  function find(path: string): Match<Route> | undefined {
    const pathSegments = path.split("/");
    const found = byLength
      .get(pathSegments.length)
      ?.find(({ segments }) => segments.every((one, index) => one === pathSegments[index] || isParameter(one)));
    if (found === undefined) return undefined;
    const params: Record<string, string> = {};
    for (const [index, segment] of found.segments.entries()) {
      if (isParameter(segment)) params[segment.slice(1)] = pathSegments[index] ?? "";
    }
    return { route: found.route, params };
  }
}

/** A GET request with a body is unusual, and is not plain. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

/**
 * An answer that is not a stream. A route that returns a stream must declare it (`streams`), or it fails at its first
 * use.
 */
function wholeAnswer({ body, ...head }: Answer) {
  if (body === null || typeof body === "string") return { ...head, body };
  body.end("draining");
  throw new Error("A route that is not marked as streaming gave a stream");
}

/**
 * Answers plain requests with Node's own objects. The objects of the web standard would cost as much as all checks
 * together. A plain request reads, without a body, at an address of letters and digits, and its answer is not a stream.
 * It uses the same pipeline as all others (`answer-route.ts`). All other requests go to the Hono app, which handles
 * every case. Why: docs/decisions/0025-plain-requests.md.
 */
export function createPlainRequests<Services extends HttpServices>(
  services: Services,
  routes: readonly AnyRoute<Services>[],
  secure: boolean,
): AnswerPlainRequest {
  const match = createMatch(routes);
  const usual = Object.entries(apiHeaders).flat();
  if (secure) usual.push(strictTransport.name, strictTransport.value);

  return async (incoming, outgoing) => {
    const [, path = "", search = ""] = plainAddress.exec(incoming.url ?? "") ?? [];
    if (incoming.method !== "GET" || path === "" || hasBody(incoming)) return false;
    const { route, params } = match(path) ?? {};
    if (!route || !params || route.streams) return false;

    const startedAt = performance.now();
    const headers = headersOf(incoming);
    const requestID = pageRequestID() ?? requestIDOf(headers.get("x-request-id"));
    const notes: RequestNotes = { requestID, address: requestAddress() };
    const signal = new CallAbort();
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) signal.abort(new DOMException("The browser has disconnected", "AbortError"));
    });
    const request = { signal, headers, params, query: search, readBody: withoutBody };
    const answer = await answerRoute(services, route, request, notes)
      .then(wholeAnswer)
      .catch((error: unknown) => answerError(services, notes, signal, error));
    const { status, body } = answer;
    recordRequest(services, notes, { method: "GET", path, headers, status, startedAt });
    if (signal.aborted) return true;
    const sent = [...usual, "X-Request-ID", requestID];
    for (const [name, value] of answer.headers) sent.push(name, value);
    const bytes = body === null ? 0 : (answer.bytes ?? Buffer.byteLength(body));
    if (body !== null) sent.push("Content-Length", String(bytes));
    outgoing.writeHead(status, sent);
    // As text, which Node sends together with the head; without a copy if each character is one byte.
    if (body === null) outgoing.end();
    else outgoing.end(body, bytes === body.length ? "latin1" : "utf8");
    return true;
  };
}
