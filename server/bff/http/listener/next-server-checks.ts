import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { createRequestListener, type RequestHandler, type RequestListenerOptions } from "./request-listener.ts";
import { answerClientErrors, timeLimits } from "./server-limits.ts";

/** What Node publishes before a server's listeners get a request. */
const requestStart = "http.server.request.start";

/**
 * Puts the host's own checks before the server that `next start` creates internally:
 * Node names it with its first request, before Next hears of that one. Next then answers only what the
 * host would hand to it, `/api` included (`app/api`).
 */
export function checkNextRequest(
  options: Omit<RequestListenerOptions, "answerApi" | "answerPage" | "development">,
): void {
  const checked = new WeakSet<Server>();
  subscribe(requestStart, (message) => {
    const { server } = message as { server: Server };
    if (checked.has(server)) return;
    checked.add(server);
    Object.assign(server, timeLimits);
    answerClientErrors(server);
    // Next answers no other protocol in production, and would keep a connection that asks for one.
    server.removeAllListeners("upgrade");
    const listeners = server.listeners("request") as RequestHandler[];
    server.removeAllListeners("request");
    const answer: RequestHandler = async (incoming, outgoing) => {
      await Promise.all(listeners.map((listener) => listener(incoming, outgoing)));
    };
    server.on(
      "request",
      createRequestListener({ ...options, development: false, answerApi: answer, answerPage: answer }),
    );
  });
}
