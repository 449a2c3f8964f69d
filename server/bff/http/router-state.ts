import { subscribe } from "node:diagnostics_channel";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

const header = "next-router-state-tree";

/**
 * Takes away a router state that Next could not read: it would answer 500. Without one the answer is the
 * whole page. Next's own reader judges, so that nothing that it can read is lost.
 */
export function dropUnreadableRouterState(headers: IncomingHttpHeaders): void {
  try {
    parseAndValidateFlightRouterState(headers[header]);
  } catch {
    delete headers[header];
  }
}

/**
 * The same for every request of this process, before anything else sees it: where Next runs its own server,
 * `proxy.ts` would be too late, as Next hides these headers from it.
 */
export function dropUnreadableRouterStates(): void {
  subscribe("http.server.request.start", (message) => {
    dropUnreadableRouterState((message as { request: IncomingMessage }).request.headers);
  });
}
