import { AsyncLocalStorage } from "node:async_hooks";

const requests = new AsyncLocalStorage<string>();

/** Answers a page; what Next says meanwhile on the console can be told to belong to this request. */
export function duringPage<T>(requestID: string, answer: () => T): T {
  return requests.run(requestID, answer);
}

/** The ID of the request whose page is being made, if there is one. */
export function pageRequestID(): string | undefined {
  return requests.getStore();
}
