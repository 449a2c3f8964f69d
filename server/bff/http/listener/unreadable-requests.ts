import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

const routerState = "next-router-state-tree";

/**
 * Takes away a router state that Next could not read: it would answer 500. Without one the answer is the
 * whole page. Next's own reader judges, so that nothing that it can read is lost.
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
 * An address whose path can be decoded. In one that cannot (`/jobs/%`) each `%` stands for itself, so that
 * it leads to the page that says that there is none, where Next would answer 500.
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

/** Both, for one request. */
export function repairRequest(incoming: IncomingMessage): void {
  dropUnreadableRouterState(incoming.headers);
  incoming.url = decodableAddress(incoming.url ?? "");
}
