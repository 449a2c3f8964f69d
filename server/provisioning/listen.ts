import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { Logger } from "pino";
import { answerBrokenRequests } from "./broken-requests.ts";

/**
 * How long an idle connection stays open, in milliseconds. Clients and proxies use a shorter time, so they close a
 * connection before the service does.
 */
const keepAliveMs = 75_000;

/** The maximum size of the request line and all headers together, in bytes. A larger request gets 431. */
export const maxHeaderBytes = 32_768;

/** Time limits in milliseconds. A client that exceeds `headMs` or `requestMs` gets 408. */
export interface TimeLimits {
  headMs: number;
  requestMs: number;
  /** The time between two checks for slow clients. */
  checkMs: number;
  /** How long running requests may take to finish when the service stops. */
  drainMs: number;
}

const defaultTimeLimits: TimeLimits = { headMs: 15_000, requestMs: 30_000, checkMs: 5_000, drainMs: 5_000 };

/** The error for a port that cannot be used. `message` is one sentence that tells the reader what to do. */
export class ListenError extends Error {
  override readonly name = "ListenError";
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === "EADDRINUSE") {
    return `Port ${port} on ${host} is taken: stop what listens there, or set API_PORT to another port.`;
  }
  if (error.code === "EACCES") return `Port ${port} needs special rights: set API_PORT to one above 1023.`;
  return `Nothing can listen on ${host} port ${port} (${error.code ?? error.message}): check API_HOST and API_PORT.`;
}

/**
 * Returns a function that closes the server after all running requests were answered, at the latest after `drainMs`.
 */
function createClose(server: Server, drainMs: number): () => Promise<void> {
  const running = new Set<ServerResponse>();
  server.prependListener("request", (_request, response: ServerResponse) => {
    running.add(response);
    response.once("close", () => running.delete(response));
    if (!server.listening) response.shouldKeepAlive = false;
  });
  return async () => {
    const timer = setTimeout(() => server.closeAllConnections(), drainMs);
    const closed = once(server, "close");
    server.close();
    // Closes each connection after its current response. Otherwise the client would send its next request on the same
    // connection.
    for (const response of running) response.shouldKeepAlive = false;
    server.closeIdleConnections();
    await closed;
    clearTimeout(timer);
  };
}

export type RunningServer = Awaited<ReturnType<typeof listen>>;

/**
 * Listens on `host` and `port` (0: the system chooses a port) and answers with `fetch`.
 * @throws ListenError if the port cannot be used.
 */
export async function listen(options: {
  fetch: (request: Request) => Response | Promise<Response>;
  host: string;
  port: number;
  log?: Logger;
  timeLimits?: Partial<TimeLimits>;
}) {
  const { fetch, host, port, log } = options;
  const limits = { ...defaultTimeLimits, ...options.timeLimits };
  const server = createAdaptorServer({
    fetch,
    // No other code runs in this process, so the adapter may replace global objects. The adapter then uses lighter
    // response objects.
    overrideGlobalObjects: true,
    serverOptions: {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: limits.headMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      keepAliveTimeout: keepAliveMs,
    },
  }) as Server;
  answerBrokenRequests(server, log);
  const close = createClose(server, limits.drainMs);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(new ListenError(explain(error, host, port), { cause: error })));
    server.listen({ host, port }, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    /** The URL of the service, without a path. */
    origin: `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`,
    /** Stops accepting requests. Resolves after running requests have finished, or after a time limit. */
    close,
  };
}
