import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { AppError } from "#lib/contract/app-error.ts";
import { pageRequestID } from "#server/bff/core/page-context.ts";
import type { RequestHandler, RequestListenerOptions } from "./request-listener.ts";
import { createRequestListener, isAddressedTo } from "./request-listener.ts";
import { answerClientErrors, timeLimits } from "./server-limits.ts";
import { storeDownPage } from "./store-down-page.ts";

/** What the host asks of the BFF. */
export interface HostedBff {
  fetch(request: Request, address?: string): Promise<Response>;
  /** Why the store cannot be written; null where it can. */
  checkStore(): Promise<AppError | null>;
}

export interface HostOptions extends Omit<RequestListenerOptions, "answerApi" | "answerPage"> {
  /** Requests wait for it: the server listens at once, so that a taken port is found at once. */
  bff: Promise<HostedBff>;
  pages: Promise<RequestHandler>;
}

/** Header limits: a session's cookie and a long search take 4 KB at most. */
const serverOptions = { maxHeaderSize: 16 * 1024, ...timeLimits };

/** Connections that speak another protocol by now: Node neither times them out nor closes them. */
const upgraded = new WeakMap<Server, Set<Socket>>();

/** Where pages in development hear of changes; nothing else there needs another protocol. */
const reloadingPath = "/_next/hmr";

/** The one HTTP server: `/api` goes to the BFF, the rest to Next. */
export function createHost({ bff, pages, ...options }: HostOptions): Server {
  const { development } = options;
  const answer = createRequestListener({
    ...options,
    answerApi: getRequestListener(async (request) => (await bff).fetch(request), { overrideGlobalObjects: false }),
    async answerPage(incoming, outgoing) {
      // Both: a page asks the BFF while it is rendered.
      const [answerPage, { checkStore }] = await Promise.all([pages, bff]);
      // Next would answer 500 with nothing to read where scripts do not run.
      const failure = isDocument(incoming) ? await checkStore() : null;
      if (failure) {
        const { status, headers, html } = storeDownPage(failure, pageRequestID() ?? "");
        outgoing.writeHead(status, headers).end(html);
        return;
      }
      await answerPage(incoming, outgoing);
    },
  });
  const server: Server = createServer({ ...serverOptions, shouldUpgradeCallback }, async (incoming, outgoing) => {
    outgoing.once("close", () => setImmediate(closeIdleWhenStopping));
    await answer(incoming, outgoing);
  });
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

/** True of a page, and of what Next asks for in place of one: not of scripts, styles and pictures. */
function isDocument({ headers }: IncomingMessage): boolean {
  return headers.rsc !== undefined || (headers.accept ?? "").includes("text/html");
}
