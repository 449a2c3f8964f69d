import { AsyncLocalStorage } from "node:async_hooks";

/** What is known of one request, and what its log line will say: filled in while it is answered. */
export interface PageContext {
  requestID: string;
  traceID?: string;
  /** The client's address; only trusted proxies are believed. */
  address?: string;
  staffID?: string;
}

const requests = new AsyncLocalStorage<PageContext>();

/** Answers a request; what Next says meanwhile on the console can be told to belong to this request. */
export function runInPageContext<T>(notes: PageContext, answer: () => T): T {
  return requests.run(notes, answer);
}

/** The ID of the request that is being answered, if there is one. */
export function pageRequestID(): string | undefined {
  return requests.getStore()?.requestID;
}

/** Where the request that is being answered comes from. */
export function requestAddress(): string | undefined {
  return requests.getStore()?.address;
}

/** Notes the signed-in person of the page, once the BFF knows. */
export function setPageStaff(staffID: string): void {
  const notes = requests.getStore();
  if (notes) notes.staffID = staffID;
}
