import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";

/** How long running requests may take to finish when the service is stopped. */
const drainMs = 5_000;

/** Longer than clients and proxies keep an idle connection, so that it is theirs to close. */
const keepAliveMs = 75_000;

export interface Listener {
  port: number;
  /** The address that reaches the service, without a path. */
  origin: string;
  /** Takes no new request, lets running ones finish for a moment, then resolves. */
  close(): Promise<void>;
}

/** A port that cannot be listened on. `message` is one sentence that says what to do. */
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
 * Listens on `host` and `port` (0: the system chooses) and answers with `fetch`.
 *
 * @throws ListenError when that port cannot be had.
 */
export async function listen(options: {
  fetch: (request: Request) => Response | Promise<Response>;
  host: string;
  port: number;
}): Promise<Listener> {
  const { fetch, host, port } = options;
  const server = createAdaptorServer({ fetch, overrideGlobalObjects: false }) as Server;
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = keepAliveMs;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(new ListenError(explain(error, host, port), { cause: error })));
    server.listen({ host, port }, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    origin: `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), drainMs);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
