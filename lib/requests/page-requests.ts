import { maxCallRequests } from "#lib/contract/values/call-values.ts";

/** The path of the page that sent the requests in `requestIDs`. */
let page = "";
/**
 * The IDs of the requests that the current page has sent, newest last. They are used to find the API calls that the
 * page has caused. The first recorded request of another page starts a new list.
 */
let requestIDs: readonly string[] = [];
const listeners = new Set<() => void>();

/** Matches requests that every page sends and that cause no API calls. */
const withoutCalls = /\/(?:calls|api-status)(?:[/?]|$)/;

/** Matches requests of an environment. All other requests are about the console itself and cause no API calls. */
const ofEnvironment = /^\/(?:api\/)?(?:production|sandbox)(?:[/?]|$)/;

/**
 * Records the ID of a request by the current page, if requests to this path can cause API calls. The request for the
 * document is recorded too.
 */
export function notePageRequest(requestID: string | null | undefined, path: string): void {
  if (typeof window === "undefined" || !requestID || !ofEnvironment.test(path) || withoutCalls.test(path)) return;
  const { pathname } = window.location;
  const ofPage = pathname === page ? requestIDs : [];
  page = pathname;
  if (ofPage.includes(requestID)) return;
  requestIDs = [...ofPage, requestID].slice(-maxCallRequests);
  for (const listener of listeners) listener();
}

export const pageRequests = {
  get: () => requestIDs,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
