import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

const routerState = "next-router-state-tree";

/**
 * Removes a router state that Next cannot parse. Otherwise Next would answer with 500. Without a router state, Next
 * sends the complete page. The check uses Next's own parser.
 */
export function dropUnreadableRouterState(headers: IncomingHttpHeaders): void {
  if (headers[routerState] === undefined) return;
  try {
    parseAndValidateFlightRouterState(headers[routerState]);
  } catch {
    delete headers[routerState];
  }
}

/**
 * Makes the path of an address decodable. If it cannot be decoded (`/jobs/%`), each `%` is escaped, and the request
 * leads to the "not found" page. Otherwise Next would answer with 500.
 */
export function decodableAddress(url: string): string {
  if (!url.includes("%")) return url;
  const [path = "", ...query] = url.split("?");
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll("%", "%25"), ...query].join("?");
  }
}

/** Repairs the router state and the path of a request. */
export function repairRequest(incoming: IncomingMessage): void {
  dropUnreadableRouterState(incoming.headers);
  incoming.url = decodableAddress(incoming.url ?? "");
}
