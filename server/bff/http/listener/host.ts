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

/** The functions of the BFF that the host uses. */
export interface HostedBff {
  /** Answers a request under `/api`. */
  answer: RequestHandler;
  /** Returns the reason why the store is not writable, or null if the store is writable. */
  checkStore(): Promise<AppError | null>;
}

export interface HostOptions extends Omit<RequestListenerOptions, "answerApi" | "answerPage"> {
  /** The BFF. Requests wait until it is ready. */
  bff: Promise<HostedBff>;
  pages: Promise<RequestHandler>;
  /** Answers a request for a static file. Returns false if Next must answer the request. */
  staticFiles?: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<boolean>;
  /** Null or absent: pages load their styles with a separate request. */
  pageStyles?: PageStyles | null;
}

/** The header limit is far above 4 KB. A session cookie and a long search take at most 4 KB. */
const serverOptions = { maxHeaderSize: 16 * 1024, ...timeLimits };

/**
 * An entry in the set of open answers. `outgoing` is removed when the answer is done, because it would otherwise stay
 * in memory. A set with many additions and removals replaces its internal table again and again, and each old table
 * keeps its entries until the next full garbage collection.
 */
interface UnderWay {
  outgoing: ServerResponse | undefined;
}

/** The open answers of each server. */
const underWay = new WeakMap<Server, Set<UnderWay>>();

/** Servers that close each connection after its current answer. */
const letsGo = new WeakSet<Server>();

/** Connections that have changed to another protocol. Node does not close them, and no time limit applies to them. */
const upgraded = new WeakMap<Server, Set<Socket>>();

/** The path on which pages in development learn of changes. Only this path needs another protocol. */
const reloadingPath = "/_next/hmr";

/** The only HTTP server. Requests under `/api` go to the BFF, and all other requests go to Next. */
export function createHost({ bff, pages, staticFiles, pageStyles, ...options }: HostOptions): Server {
  const { development } = options;
  const answer = createRequestListener({
    ...options,
    async answerApi(incoming, outgoing) {
      await (await bff).answer(incoming, outgoing);
    },
    async answerPage(incoming, outgoing) {
      if (await staticFiles?.(incoming, outgoing)) return;
      // A page needs the BFF too, because the page calls it while it is rendered.
      const [answerPage, { checkStore }] = await Promise.all([pages, bff]);
      // While the store is down, Next would answer with a 500 page that is empty without scripts.
      const failure = isDocument(incoming) ? await checkStore() : null;
      if (failure) {
        const { status, headers, html } = storeDownPage(failure, pageRequestID() ?? "");
        outgoing.writeHead(status, headers).end(html);
        return;
      }
      if (isDocument(incoming)) answerStoreFailure(outgoing);
      // In development, chunks are sent one by one. Compression would let them wait for each other.
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
   * Only Next's reloading in development uses another protocol. Any other request to upgrade is answered as a normal
   * request (RFC 9110, section 7.8). Otherwise the connection would stay open for ever: Next listens for upgrades on
   * every server that it finds, and does not answer them.
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
   * When a server stops, Node closes the connections that are idle at that moment. This function also closes
   * connections that become idle later.
   */
  function closeIdleWhenStopping(): void {
    if (!server.listening) server.closeIdleConnections();
  }
  return server;
}

/**
 * From now on every answer closes its connection. `closeHost` follows after a pause. A proxy that keeps idle
 * connections for less time than this pause has closed all of them by then. So it cannot send a change on a connection
 * that is being closed.
 */
export function letConnectionsGo(server: Server): void {
  letsGo.add(server);
  for (const { outgoing } of underWay.get(server) ?? []) {
    if (outgoing && !outgoing.headersSent) outgoing.shouldKeepAlive = false;
  }
}

/** The time that truncated streams have to send their last text, in milliseconds. */
const lastTextMs = 1_500;

/**
 * Accepts no new connections, lets open requests end within `drainMs`, then closes their connections. Calls
 * `cutStreams` first, so that files in progress can say that they are incomplete.
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
  // An upgraded connection is not an open request, and would not end on its own.
  cutUpgraded();
  await closed;
  clearTimeout(drainTimer);
}

/** Files of Next itself, and files of `public`. */
const filePattern = /^\/(_next\/|[\w-]+\.(ico|svg|csv)$)/i;

/**
 * True for a page, and for the payload that Next requests instead of a page. The types that the client accepts are
 * ignored, because uptime checks accept anything.
 */
function isDocument({ url = "" }: IncomingMessage): boolean {
  return !filePattern.test(url.split("?", 1)[0] ?? "");
}
