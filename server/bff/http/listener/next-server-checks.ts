import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { createRequestListener, type RequestHandler, type RequestListenerOptions } from "./request-listener.ts";
import { answerClientErrors, timeLimits } from "./server-limits.ts";

/** The diagnostics channel on which Node publishes a request before a server's listeners get it. */
const requestStart = "http.server.request.start";

/**
 * Puts the host's own checks before the server that `next start` creates internally. Node publishes that server with
 * the server's first request, before Next gets the request. After that, Next gets only requests that the host would
 * pass on, including `/api` (`app/api`).
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
    // In production Next handles no other protocol. It would keep open a connection that asks for one.
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
