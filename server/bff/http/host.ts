import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import type { Bff } from "#server/bff/bff.ts";
import { type Logger, pathForLog } from "#server/bff/core/log.ts";
import { duringPage, type PageNotes } from "#server/bff/core/page-request.ts";
import { requestIDOf } from "#server/bff/core/request-id.ts";
import { cleanHeaders } from "./incoming-headers.ts";
import { isNoPage } from "./no-page.ts";
import { closedContentPolicy, commonHeaders, strictTransport } from "./security-headers.ts";
import { mendRequest } from "./unreadable-requests.ts";

export type PageHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

export interface HostOptions {
  /** Requests wait for it: the server listens at once, so that a taken port is found at once. */
  bff: Promise<Bff>;
  pages: Promise<PageHandler>;
  log: Logger;
  secure: boolean;
  development: boolean;
  /** The host name and port that requests are known by, whatever they say themselves. */
  publicHost(): string;
}

const apiMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Pages only answer: nothing in them takes a body, Server Actions included, and none can be added by mistake. */
const pageMethods = new Set(["GET", "HEAD"]);

/** Header limits: a session's cookie and a long search take 4 KB at most. */
const serverOptions = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  // Longer than a load balancer keeps its side, so that it never sends on a connection closed here.
  keepAliveTimeout: 75_000,
};

/** Connections that speak another protocol by now: Node neither times them out nor closes them. */
const upgraded = new WeakMap<Server, Set<Socket>>();

/** The one HTTP server: `/api` goes to the BFF, the rest to Next. */
export function createHost(options: HostOptions): Server {
  const { bff, pages, log, development } = options;
  const answerApi = getRequestListener(
    async (request, { incoming }) => (await bff).fetch(request, incoming.socket.remoteAddress),
    { overrideGlobalObjects: false },
  );

  const server: Server = createServer({ ...serverOptions, shouldUpgradeCallback }, async (incoming, outgoing) => {
    mendRequest(incoming);
    const { url = "", method = "" } = incoming;
    outgoing.once("close", () => setImmediate(closeIdleWhenStopping));
    const requestID = requestIDOf(incoming.headers["x-request-id"]?.toString());
    cleanHeaders(incoming, { host: options.publicHost(), "x-request-id": requestID });
    const path = pathOf(url);
    if (path !== null && isApi(path) && apiMethods.has(method)) {
      await answerApi(incoming, outgoing);
      return;
    }
    const notes: PageNotes = { requestID };
    logWhenDone(log, incoming, outgoing, notes);
    setPageHeaders(outgoing, requestID, options.secure);
    if (path === null) refuse(outgoing, 400, "Bad request");
    else if (!pageMethods.has(method) && !(development && path.startsWith("/__nextjs"))) {
      outgoing.setHeader("Allow", [...(isApi(path) ? apiMethods : pageMethods)].join(", "));
      refuse(outgoing, 405, "Method not allowed");
    } else if (isNoPage(path)) refuse(outgoing, 404, "Not found");
    else await answerPage(incoming, outgoing, notes);
  });
  server.on("clientError", answerClientError);

  /**
   * Only development has another protocol, Next's reloading. Everywhere else a request that offers one
   * is answered as if it did not (RFC 9110, section 7.8): Next listens for upgrades on any server that
   * it meets, answers none of its pages' and would keep the connection for ever.
   */
  function shouldUpgradeCallback({ socket }: IncomingMessage): boolean {
    if (!development || server.listenerCount("upgrade") === 0) return false;
    const sockets = upgraded.get(server) ?? new Set();
    upgraded.set(server, sockets.add(socket));
    socket.once("close", () => sockets.delete(socket));
    return true;
  }

  /** Node closes idle connections when a server stops, not those that become idle afterwards. */
  function closeIdleWhenStopping(): void {
    if (!server.listening) server.closeIdleConnections();
  }

  async function answerPage(incoming: IncomingMessage, outgoing: ServerResponse, notes: PageNotes): Promise<void> {
    const { requestID } = notes;
    try {
      // Both: a page asks the BFF while it is rendered.
      const [answer] = await Promise.all([pages, bff]);
      await duringPage(notes, () => answer(incoming, outgoing));
    } catch (error) {
      log.error({ requestID, error: error instanceof Error ? error.stack : "unknown" }, "a page failed");
      if (!outgoing.headersSent) refuse(outgoing, 500, `Something went wrong. Request ID: ${requestID}`);
      else outgoing.destroy();
    }
  }
  return server;
}

/** Takes no new connection, lets requests under way end within `drainMs`, then cuts them off. */
export async function closeHost(server: Server, drainMs: number): Promise<void> {
  const cutUpgraded = () => {
    for (const socket of upgraded.get(server) ?? []) socket.destroy();
  };
  const impatience = setTimeout(() => {
    server.closeAllConnections();
    cutUpgraded();
  }, drainMs);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Such a connection is no request under way, and would not end by itself.
  cutUpgraded();
  await closed;
  clearTimeout(impatience);
}

/** The path as it was sent; null where it is none: another form of request names another host (`http://…`, `*`). */
function pathOf(url: string): string | null {
  const path = url.split("?", 1)[0] ?? "";
  return path.startsWith("/") ? path : null;
}

function isApi(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}

/** Next replaces the content policy of pages by the one with a nonce (`proxy.ts`). */
function setPageHeaders(outgoing: ServerResponse, requestID: string, secure: boolean): void {
  for (const [name, value] of Object.entries(commonHeaders)) outgoing.setHeader(name, value);
  outgoing.setHeader("Content-Security-Policy", closedContentPolicy);
  if (secure) outgoing.setHeader(strictTransport.name, strictTransport.value);
  outgoing.setHeader("X-Request-ID", requestID);
}

function refuse(outgoing: ServerResponse, status: number, text: string): void {
  outgoing.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" });
  outgoing.end(`${text}\n`);
}

function logWhenDone(log: Logger, incoming: IncomingMessage, outgoing: ServerResponse, notes: PageNotes): void {
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
    // Scripts and styles are most of the requests and the least of the news.
    if (path.startsWith("/_next/static/")) log.debug(entry, "request");
    else log.info(entry, "request");
  });
}

const clientErrors: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** What is no HTTP, or too much of it, is answered before there is a request. */
function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = clientErrors[error.code ?? ""] ?? "400 Bad Request";
  const requestID = requestIDOf(null);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Length: 0\r\nCache-Control: private, no-store\r\nX-Request-ID: ${requestID}\r\nConnection: close\r\n\r\n`,
  );
}
