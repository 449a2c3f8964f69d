import type { IncomingMessage, ServerResponse } from "node:http";
import { type Logger, pathForLog } from "#server/bff/core/log/log.ts";
import { type PageContext, type RequestContext, runInPageContext } from "#server/bff/core/page-context.ts";
import { requestIDOf, traceIDOf } from "#server/bff/core/request-id.ts";
import { closedContentPolicy, pageHeaders, strictTransport } from "#server/bff/http/security-headers.ts";
import type { Metrics } from "#server/bff/metrics/metrics.ts";
import type { Tracing } from "#server/bff/tracing/tracing.ts";
import { isBlockedPath } from "./blocked-paths.ts";
import type { createClientAddress } from "./client-address.ts";
import { cleanHeaders } from "./incoming-headers.ts";
import { repairRequest } from "./unreadable-requests.ts";
import { wellKnownAnswer } from "./well-known.ts";

export type RequestHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

export interface RequestListenerOptions {
  /** Answers requests under `/api`. */
  answerApi: RequestHandler;
  /** Answers all other requests. */
  answerPage: RequestHandler;
  log: Logger;
  secure: boolean;
  development: boolean;
  /**
   * The origins that browsers may use. The host of the first origin becomes the `host` of every request. The `host`
   * that the client has sent is ignored.
   */
  origins(): readonly string[];
  clientAddress: ReturnType<typeof createClientAddress>;
  /** Where people report security problems (`/.well-known/security.txt`). Absent: the file does not exist. */
  securityContacts?: readonly string[];
  /** Null or missing: no metrics are collected. */
  metrics?: Pick<Metrics, "pageAnswered"> | null;
  /** Null or missing: requests are not traced. */
  tracing?: Pick<Tracing, "inRequest"> | null;
}

const apiMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Pages answer only reads. No page accepts a body, so a Server Action that is added by mistake does not work. */
const pageMethods = new Set(["GET", "HEAD"]);

/**
 * The browser's tab icons always have the same names. With this lifetime, a new icon appears within an hour, even
 * behind a caching proxy.
 */
const icons = /^\/(?:favicon\.ico|icon(?:-[a-z]+)?\.svg)$/;
const iconLifetime = "public, max-age=3600, must-revalidate";

/** Creates the listener that checks every request first. It is used in our own host and in `next start`. */
export function createRequestListener(options: RequestListenerOptions): RequestHandler {
  const { answerApi, log, development, clientAddress } = options;

  const cachedHost = { origin: "", host: "" };
  /** The host of an origin. It is cached, because the origin changes only once after the start. */
  function hostOf(origin: string): string {
    if (origin !== cachedHost.origin) Object.assign(cachedHost, { origin, host: new URL(origin).host });
    return cachedHost.host;
  }

  return async (incoming, outgoing) => {
    try {
      await answer(incoming, outgoing);
    } catch (error) {
      answerFailure(outgoing, error, incoming.headers["x-request-id"]?.toString() ?? "");
    }
  };

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const isAmbiguous = countHosts(incoming) > 1;
    repairRequest(incoming);
    const { url = "", method = "" } = incoming;
    const [origin = ""] = options.origins();
    const isMisdirected = development && !isAddressedTo(options.origins(), incoming);
    const address = clientAddress(incoming.socket.remoteAddress, incoming.headers["x-forwarded-for"]?.toString());
    const requestID = requestIDOf(incoming.headers["x-request-id"]?.toString());
    cleanHeaders(incoming, { host: hostOf(origin), "x-request-id": requestID });
    const traceparent = incoming.headers.traceparent?.toString();
    const traceID = traceIDOf(traceparent);
    const notes: PageContext = {
      requestID,
      ...(traceID === undefined ? {} : { traceID }),
      ...(address === undefined ? {} : { address }),
    };
    const path = pathOf(url);
    const request: RequestContext = {
      notes,
      ...(path !== null && !isApi(path) && { page: pathForLog(path) }),
      ...(traceID !== undefined && { traceparent }),
    };
    const isRefused = isMisdirected || isAmbiguous;
    if (!isRefused && path !== null && isApi(path) && apiMethods.has(method)) {
      await inContext(request, incoming, outgoing, () => answerApi(incoming, outgoing));
      return;
    }
    logWhenDone(options, incoming, outgoing, notes);
    setPageHeaders(outgoing, path ?? "", requestID, options.secure);
    if (path !== null && icons.test(path)) outgoing.setHeader("Cache-Control", iconLifetime);
    if (isMisdirected) refuse(outgoing, 421, `Development answers at ${origin} only`);
    else if (isAmbiguous) refuse(outgoing, 400, "Bad request: more than one Host header");
    else if (path === null) refuse(outgoing, 400, "Bad request");
    else if (isBlockedPath(path)) refuse(outgoing, 404, "Not found");
    else if (!pageMethods.has(method)) {
      outgoing.setHeader("Allow", [...(isApi(path) ? apiMethods : pageMethods)].join(", "));
      refuse(outgoing, 405, "Method not allowed");
    } else {
      const { securityContacts = [] } = options;
      const wellKnown = wellKnownAnswer(path, { securityContacts, origin, now: new Date() });
      if (wellKnown) outgoing.writeHead(wellKnown.status, wellKnown.headers).end(wellKnown.text);
      else await inContext(request, incoming, outgoing, () => options.answerPage(incoming, outgoing));
    }
  }

  /** The last fallback. If everything else has failed, even the error page, the request still gets a response. */
  function answerFailure(outgoing: ServerResponse, error: unknown, requestID: string): void {
    if (outgoing.headersSent) outgoing.destroy();
    else {
      setPageHeaders(outgoing, "", requestID, options.secure);
      refuse(outgoing, 500, `Something went wrong. Request ID: ${requestID}`);
    }
    try {
      log.error({ requestID, error: error instanceof Error ? error.stack : "unknown" }, "a request failed");
    } catch {
      // The log cannot be written, but the request must still be answered.
    }
  }

  /** Runs a request within its context. If requests are traced, also within a span. */
  function inContext<T>(
    request: RequestContext,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    answer: () => T,
  ): T {
    const run = () => runInPageContext(request, answer);
    const { method = "", url = "" } = incoming;
    return options.tracing
      ? options.tracing.inRequest({ method, path: pathForLog(url), request, outgoing }, run)
      : run();
  }
}

/**
 * True if the request's host is one of our addresses. If the request has an origin, it must be one of ours too. In a
 * DNS rebinding attack, the name of a foreign site points to this machine. A page of that site then sends this name as
 * host.
 */
export function isAddressedTo(origins: readonly string[], { headers }: IncomingMessage): boolean {
  const { host, origin } = headers;
  return (
    origins.some((own) => new URL(own).host === host?.toLowerCase()) &&
    (origin === undefined || origins.includes(origin))
  );
}

/**
 * The number of hosts in a request. A request with two hosts is dangerous, because a proxy in front of the console may
 * use the other host.
 */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
}

/** The path as it was sent. Null if the request target is `*` or a full address (`http://…`) instead of a path. */
function pathOf(url: string): string | null {
  const path = url.split("?", 1)[0] ?? "";
  return path.startsWith("/") ? path : null;
}

function isApi(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}

/**
 * Sets the headers of every response that does not come from the API. For pages, Next replaces `closedContentPolicy`
 * with a policy that has a nonce (proxy.ts in the root folder).
 */
function setPageHeaders(outgoing: ServerResponse, path: string, requestID: string, secure: boolean): void {
  for (const [name, value] of Object.entries(pageHeaders(path))) outgoing.setHeader(name, value);
  outgoing.setHeader("Content-Security-Policy", closedContentPolicy);
  if (secure) outgoing.setHeader(strictTransport.name, strictTransport.value);
  outgoing.setHeader("X-Request-ID", requestID);
}

function refuse(outgoing: ServerResponse, status: number, text: string): void {
  outgoing.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" });
  outgoing.end(`${text}\n`);
}

function logWhenDone(
  { log, metrics }: Pick<RequestListenerOptions, "log" | "metrics">,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  notes: PageContext,
): void {
  const startedAt = performance.now();
  const { method, url = "" } = incoming;
  outgoing.once("close", () => {
    const path = pathForLog(url);
    const entry = {
      method,
      path,
      status: outgoing.statusCode,
      ms: Math.round(performance.now() - startedAt),
      ...notes,
    };
    // Most requests are for scripts and styles. They are logged only at the level `debug`.
    if (path.startsWith("/_next/static/")) log.debug(entry, "request");
    else {
      metrics?.pageAnswered({ path, status: outgoing.statusCode, ms: performance.now() - startedAt });
      log.info(entry, "request");
    }
  });
}
