import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { createRequestListener, type RequestHandler, type RequestListenerOptions } from "./request-listener.ts";
import { answerClientErrors, timeLimits } from "./server-limits.ts";

/** The diagnostics channel on which Node announces each request before the listeners of the server are called. */
const requestStart = "http.server.request.start";

/**
 * Adds the host's own checks to the server that `next start` creates internally. Node announces this server with its
 * first request, before Next handles the request. From then on, Next receives only requests that the host would pass
 * on, including `/api` (`app/api`).
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
    // In production, Next uses no other protocol. But it would keep a connection open that asks for another protocol.
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
