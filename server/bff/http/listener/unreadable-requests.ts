import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

const routerState = "next-router-state-tree";

/**
 * Removes a router state that Next cannot read. Next would answer such a request with 500. Without a router state the
 * answer is the whole page. Next's own parser decides what is readable.
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
 * Makes the path of an address decodable. In a path that cannot be decoded (`/jobs/%`), each `%` is escaped, so that
 * the address leads to the "not found" page. Next would answer 500.
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

/** Applies the two repairs above to a request. */
export function repairRequest(incoming: IncomingMessage): void {
  dropUnreadableRouterState(incoming.headers);
  incoming.url = decodableAddress(incoming.url ?? "");
}
