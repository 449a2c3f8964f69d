import { maxCallRequests } from "#lib/contract/values/call-values.ts";

/**
 * The IDs of the requests that the current page has made, the newest last. They identify the page's API calls. The list
 * is empty when a page opens.
 */
let page = "";
let requestIDs: readonly string[] = [];
const listeners = new Set<() => void>();

/** Requests that every page makes and that cause no API calls. */
const withoutCalls = /\/(?:calls|api-status)(?:[/?]|$)/;

/** Requests of an environment. All other requests are about the console itself and cause no API calls. */
const ofEnvironment = /^\/(?:api\/)?(?:production|sandbox)(?:[/?]|$)/;

/** Records a request of the page by its ID and its path. The request for the document counts too. */
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
