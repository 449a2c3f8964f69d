import type { IncomingMessage, ServerResponse } from "node:http";
import { CallAbort } from "#server/api-client/call-signal.ts";
import { pageRequestID, requestAddress } from "#server/bff/core/page-context.ts";
import { requestIDOf } from "#server/bff/core/request-id.ts";
import type { AnyRoute, RequestHeaders } from "#server/bff/core/route.ts";
import { type Answer, answerError, answerRoute } from "./answer-route.ts";
import type { HttpServices } from "./pipeline/http-services.ts";
import { type RequestNotes, recordRequest } from "./request-notes.ts";
import { apiHeaders, strictTransport } from "./security-headers.ts";

/** Answers a request of Node's own; false, with nothing done, for one that is not plain. */
export type AnswerPlainRequest = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<boolean>;

/** An address of which nothing is escaped but its query, and that can be read in one way only. */
const plainAddress = /^(\/api(?:\/[\w-]+)+)(?:\?([\w%&=.+:~*@,-]*))?$/;

/** Reads headers as `Headers` does: those that were sent several times are joined. */
function headersOf({ rawHeaders }: IncomingMessage): RequestHeaders {
  return {
    get(name) {
      const wanted = name.toLowerCase();
      let value: string | null = null;
      for (let index = 0; index < rawHeaders.length; index += 2) {
        const own = rawHeaders[index] ?? "";
        if (own.length !== wanted.length || own.toLowerCase() !== wanted) continue;
        const one = rawHeaders[index + 1] ?? "";
        value = value === null ? one : value + (wanted === "cookie" ? "; " : ", ") + one;
      }
      return value;
    },
  };
}

const withoutBody = async () => undefined;

interface Match<Route> {
  /** Absent where the path has no route for GET. */
  route: Route | undefined;
  params: Readonly<Record<string, string>>;
}

const isParameter = (segment: string) => segment.startsWith(":");

/** Paths whose route is remembered, at most, and characters of the longest. */
const maxPaths = 500;
const maxPath = 200;

/** Finds the route of a plain path: of the first path of the table that fits, as Hono does. */
function createMatch<Route extends Pick<AnyRoute, "method" | "path">>(routes: readonly Route[]) {
  const paths = [...Map.groupBy(routes, ({ path }) => path)].map(([path, ofPath]) => ({
    segments: path.split("/"),
    route: ofPath.find(({ method }) => method === "GET"),
  }));
  const byLength = Map.groupBy(paths, ({ segments }) => segments.length);
  const known = new Map<string, Match<Route>>();
  return (path: string): Match<Route> | undefined => known.get(path) ?? remember(path, find(path));

  function remember(path: string, match: Match<Route> | undefined): Match<Route> | undefined {
    if (match === undefined || path.length > maxPath) return match;
    if (known.size >= maxPaths) known.clear();
    // All requests with the same path share it.
    Object.freeze(match.params);
    known.set(path, match);
    return match;
  }

  function find(path: string): Match<Route> | undefined {
    const given = path.split("/");
    const found = byLength
      .get(given.length)
      ?.find(({ segments }) => segments.every((one, index) => one === given[index] || isParameter(one)));
    if (found === undefined) return undefined;
    const params: Record<string, string> = {};
    for (const [index, segment] of found.segments.entries()) {
      if (isParameter(segment)) params[segment.slice(1)] = given[index] ?? "";
    }
    return { route: found.route, params };
  }
}

/** A GET need not have one, and one that does is not plain. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

/** An answer that is no stream; a route that gives one must say so (`streams`), or it fails at its first use. */
function wholeAnswer({ body, ...head }: Answer) {
  if (body === null || typeof body === "string") return { ...head, body };
  body.end("draining");
  throw new Error("A route that is not marked as streaming gave a stream");
}

/**
 * Answers plain requests from Node's own objects, without those of the web standard in between, which cost as much as
 * all checks together. Plain is what reads, without a body, at an address of letters and digits, and is no stream. It runs by the same
 * pipeline as all others (`answer-route.ts`); everything else is left to the Hono app, which knows every case. Why:
 * docs/decisions/0025-plain-requests.md.
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
    // As text, which Node sends with the head in one piece: without a copy where a character is a byte.
    if (body === null) outgoing.end();
    else outgoing.end(body, bytes === body.length ? "latin1" : "utf8");
    return true;
  };
}
