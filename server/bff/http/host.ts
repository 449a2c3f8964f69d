import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Bff } from "#server/bff/bff.ts";
import {
  createRequestListener,
  isAddressedTo,
  type RequestHandler,
  type RequestListenerOptions,
} from "./request-listener.ts";
import { answerClientErrors, timeLimits } from "./server-limits.ts";

export interface HostOptions extends Omit<RequestListenerOptions, "answerApi" | "answerPage"> {
  /** Requests wait for it: the server listens at once, so that a taken port is found at once. */
  bff: Promise<Bff>;
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
      const [answerPage] = await Promise.all([pages, bff]);
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
