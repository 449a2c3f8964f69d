import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import { pageRequestID } from "#server/bff/core/page-context.ts";
import { answerStoreFailure } from "./answer-store-failure.ts";
import { compressPage } from "./compress-page.ts";
import type { PageStyles } from "./page-styles.ts";
import type { RequestHandler, RequestListenerOptions } from "./request-listener.ts";
import { createRequestListener, isAddressedTo } from "./request-listener.ts";
import { answerClientErrors, timeLimits } from "./server-limits.ts";
import { storeDownPage } from "./store-down-page.ts";

/** The functions of the BFF that the host needs. */
export interface HostedBff {
  /** Answers a request under `/api`. */
  answer: RequestHandler;
  /** Null if the store is writable, otherwise the reason why it is not. */
  checkStore(): Promise<AppError | null>;
}

export interface HostOptions extends Omit<RequestListenerOptions, "answerApi" | "answerPage"> {
  /** The BFF. Requests wait until it has started. */
  bff: Promise<HostedBff>;
  pages: Promise<RequestHandler>;
  /** Answers a request for a static file. False if Next must answer it. */
  staticFiles?: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<boolean>;
  /** The styles to insert into pages. Null or missing: pages load their styles with a separate request. */
  pageStyles?: PageStyles | null;
}

/** The maximum size of headers is 16 KB. A session cookie and a long search need at most 4 KB. */
const serverOptions = { maxHeaderSize: 16 * 1024, ...timeLimits };

/**
 * An entry in the set of open responses. `outgoing` is cleared when the response is complete, because it would
 * otherwise stay in memory for a long time. A set with many changes often replaces its internal table. The old tables
 * keep their entries until the next full garbage collection.
 */
interface UnderWay {
  outgoing: ServerResponse | undefined;
}

/** The open responses of each server. */
const underWay = new WeakMap<Server, Set<UnderWay>>();

/** Servers that close every connection after its current response. */
const letsGo = new WeakSet<Server>();

/** Connections that have switched to another protocol. Node does not close them, and no time limit applies to them. */
const upgraded = new WeakMap<Server, Set<Socket>>();

/**
 * The path on which open pages receive code changes in development. It is the only path that needs another protocol.
 */
const reloadingPath = "/_next/hmr";

/** Creates the only HTTP server. It passes requests under `/api` to the BFF, and all other requests to Next. */
export function createHost({ bff, pages, staticFiles, pageStyles, ...options }: HostOptions): Server {
  const { development } = options;
  const answer = createRequestListener({
    ...options,
    async answerApi(incoming, outgoing) {
      await (await bff).answer(incoming, outgoing);
    },
    async answerPage(incoming, outgoing) {
      if (await staticFiles?.(incoming, outgoing)) return;
      // Waits for Next and for the BFF, because a page calls the BFF while it is being rendered.
      const [answerPage, { checkStore }] = await Promise.all([pages, bff]);
      // If the store is down, Next would answer with a 500 page that shows nothing without scripts.
      const failure = isDocument(incoming) ? await checkStore() : null;
      if (failure) {
        const { status, headers, html } = storeDownPage(failure, pageRequestID() ?? "");
        outgoing.writeHead(status, headers).end(html);
        return;
      }
      if (isDocument(incoming)) answerStoreFailure(outgoing);
      // In development, chunks must be sent one by one. Compression would delay them.
      if (!development) compressPage(incoming, outgoing, pageStyles);
      await answerPage(incoming, outgoing);
    },
  });
  const answers = new Set<UnderWay>();
  const server: Server = createServer({ ...serverOptions, shouldUpgradeCallback }, (incoming, outgoing) => {
    const one: UnderWay = { outgoing };
    answers.add(one);
    if (letsGo.has(server)) outgoing.shouldKeepAlive = false;
    outgoing.once("close", () => {
      answers.delete(one);
      one.outgoing = undefined;
      if (!server.listening) setImmediate(closeIdleWhenStopping);
    });
    void answer(incoming, outgoing);
  });
  underWay.set(server, answers);
  answerClientErrors(server);

  /**
   * Only Next's reloading in development uses another protocol. All other requests to upgrade are answered like normal
   * requests (RFC 9110, section 7.8). Otherwise their connections would stay open forever, because Next listens for
   * upgrades on every server but does not answer upgrade requests.
   */
  function shouldUpgradeCallback(incoming: IncomingMessage): boolean {
    if (!development || server.listenerCount("upgrade") === 0) return false;
    if (incoming.url?.split("?", 1)[0] !== reloadingPath || !isAddressedTo(options.origins(), incoming)) return false;
    const { socket } = incoming;
    const sockets = upgraded.get(server) ?? new Set();
    upgraded.set(server, sockets.add(socket));
    socket.once("close", () => sockets.delete(socket));
    return true;
  }

  /**
   * When a server stops, Node closes only connections that are idle at that time. This function closes connections that
   * become idle later.
   */
  function closeIdleWhenStopping(): void {
    if (!server.listening) server.closeIdleConnections();
  }
  return server;
}

/**
 * From now on, every response closes its connection. `closeHost` is called some time later. By then, a proxy has closed
 * its idle connections. So the proxy cannot send a change on a connection that is being closed.
 */
export function letConnectionsGo(server: Server): void {
  letsGo.add(server);
  for (const { outgoing } of underWay.get(server) ?? []) {
    if (outgoing && !outgoing.headersSent) outgoing.shouldKeepAlive = false;
  }
}

/** The number of requests in progress, streams included. */
export const countRequests = (server: Server): number => underWay.get(server)?.size ?? 0;

/** How long ended streams have for sending their last text, in milliseconds. */
const lastTextMs = 1_500;

/**
 * Accepts no new connections. Open requests may end within `drainMs`, and then their connections are closed.
 * `cutStreams` is called first, so that incomplete files can say that they are incomplete.
 */
export async function closeHost(server: Server, drainMs: number, cutStreams?: () => void): Promise<void> {
  const cutUpgraded = () => {
    for (const socket of upgraded.get(server) ?? []) socket.destroy();
  };
  const cutAll = () => {
    server.closeAllConnections();
    cutUpgraded();
  };
  let drainTimer = setTimeout(() => {
    cutStreams?.();
    drainTimer = setTimeout(cutAll, cutStreams ? lastTextMs : 0);
  }, drainMs);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // An upgraded connection is not an open request and would never end by itself.
  cutUpgraded();
  await closed;
  clearTimeout(drainTimer);
}

/** The addresses of Next's own files and of the files in `public`. */
const filePattern = /^\/(_next\/|[\w-]+\.(ico|svg|csv)$)/i;

/**
 * True for pages, and for the payloads that Next requests instead of pages. The Accept header is not used, because
 * uptime checks accept any type.
 */
function isDocument({ url = "" }: IncomingMessage): boolean {
  return !filePattern.test(url.split("?", 1)[0] ?? "");
}
