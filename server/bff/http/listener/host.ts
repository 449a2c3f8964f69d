import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import { pageRequestID } from "#server/bff/core/page-context.ts";
import type { AnswerPlainRequest } from "#server/bff/http/plain-requests.ts";
import { answerStoreFailure } from "./answer-store-failure.ts";
import { compressPage } from "./compress-page.ts";
import type { PageStyles } from "./page-styles.ts";
import type { RequestHandler, RequestListenerOptions } from "./request-listener.ts";
import { createRequestListener, isAddressedTo } from "./request-listener.ts";
import { answerClientErrors, timeLimits } from "./server-limits.ts";
import { storeDownPage } from "./store-down-page.ts";

/** What the host asks of the BFF. */
export interface HostedBff {
  fetch(request: Request, address?: string): Promise<Response>;
  answerPlain: AnswerPlainRequest;
  /** Why the store cannot be written; null where it can. */
  checkStore(): Promise<AppError | null>;
}

export interface HostOptions extends Omit<RequestListenerOptions, "answerApi" | "answerPage"> {
  /** Requests wait for it. */
  bff: Promise<HostedBff>;
  pages: Promise<RequestHandler>;
  /** Answers a request for a static file; false where the pages must. */
  staticFiles?: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<boolean>;
  /** Null or left out where pages ask for their styles. */
  pageStyles?: PageStyles | null;
}

/** Header limits: a session's cookie and a long search take 4 KB at most. */
const serverOptions = { maxHeaderSize: 16 * 1024, ...timeLimits };

/**
 * What a set of answers holds. It is emptied when the answer is done: a set in which much comes and goes makes a new
 * table again and again, and the former ones hold what was in them until the next full garbage collection.
 */
interface UnderWay {
  outgoing: ServerResponse | undefined;
}

/** Answers under way, by server. */
const underWay = new WeakMap<Server, Set<UnderWay>>();

/** Servers that keep no connection after its answer. */
const letsGo = new WeakSet<Server>();

/** Connections that speak another protocol by now: Node neither times them out nor closes them. */
const upgraded = new WeakMap<Server, Set<Socket>>();

/** Where pages in development hear of changes; nothing else there needs another protocol. */
const reloadingPath = "/_next/hmr";

/** The one HTTP server: `/api` goes to the BFF, the rest to Next. */
export function createHost({ bff, pages, staticFiles, pageStyles, ...options }: HostOptions): Server {
  const { development } = options;
  const answerAny = getRequestListener(async (request) => (await bff).fetch(request), { overrideGlobalObjects: false });
  const answer = createRequestListener({
    ...options,
    async answerApi(incoming, outgoing) {
      const { answerPlain } = await bff;
      if (!(await answerPlain(incoming, outgoing))) await answerAny(incoming, outgoing);
    },
    async answerPage(incoming, outgoing) {
      if (await staticFiles?.(incoming, outgoing)) return;
      // Both: a page asks the BFF while it is rendered.
      const [answerPage, { checkStore }] = await Promise.all([pages, bff]);
      // Next would answer 500 with nothing to read where scripts do not run.
      const failure = isDocument(incoming) ? await checkStore() : null;
      if (failure) {
        const { status, headers, html } = storeDownPage(failure, pageRequestID() ?? "");
        outgoing.writeHead(status, headers).end(html);
        return;
      }
      if (isDocument(incoming)) answerStoreFailure(outgoing);
      // What development sends piece by piece must not wait for more.
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
   * Only development has another protocol, Next's reloading. Everywhere else a request that offers one
   * is answered as if it did not (RFC 9110, section 7.8): Next listens for upgrades on any server that
   * it meets, answers none of its pages' and would keep the connection for ever.
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

  /** Node closes idle connections when a server stops, not those that become idle afterwards. */
  function closeIdleWhenStopping(): void {
    if (!server.listening) server.closeIdleConnections();
  }
  return server;
}

/**
 * From now on every answer ends its connection. A proxy that keeps connections for less time than the pause before
 * `closeHost` has none left by then, and cannot send a change on one that is just being closed.
 */
export function letConnectionsGo(server: Server): void {
  letsGo.add(server);
  for (const { outgoing } of underWay.get(server) ?? []) {
    if (outgoing && !outgoing.headersSent) outgoing.shouldKeepAlive = false;
  }
}

/** How long what is cut has to say so, in milliseconds. */
const lastWordsMs = 1_500;

/**
 * Takes no new connection, lets requests under way end within `drainMs`, then cuts them off: `cutStreams`
 * first, so that files under way can say that they are not whole.
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
    drainTimer = setTimeout(cutAll, cutStreams ? lastWordsMs : 0);
  }, drainMs);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Such a connection is no request under way, and would not end by itself.
  cutUpgraded();
  await closed;
  clearTimeout(drainTimer);
}

/** Next's own files, and those of `public`. */
const filePattern = /^\/(_next\/|[\w-]+\.(ico|svg|csv)$)/i;

/** True of a page, and of what Next asks for in place of one, whatever the client accepts: uptime checks accept anything. */
function isDocument({ url = "" }: IncomingMessage): boolean {
  return !filePattern.test(url.split("?", 1)[0] ?? "");
}
