import { maxCallRequests } from "#lib/contract/values/call-values.ts";

/**
 * The IDs of the current page's requests, the newest last: they identify its API calls. A new page starts without any.
 */
let page = "";
let requestIDs: readonly string[] = [];
const listeners = new Set<() => void>();

/** Requests of every page that cause no API calls. */
const withoutCalls = /\/(?:calls|api-status)(?:[/?]|$)/;

/** Of an environment: everything else is about the console itself. */
const ofEnvironment = /^\/(?:api\/)?(?:production|sandbox)(?:[/?]|$)/;

/** Notes a request by its ID and its path; the document of a page is one. */
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
