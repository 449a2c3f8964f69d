import { maxCallRequests } from "#lib/contract/values/call-values.ts";

/**
 * The IDs of the requests that the current page has sent, newest last. The calls page uses these IDs to find the API
 * calls of the current page. The list is cleared when a page opens.
 */
let page = "";
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
