import { AsyncLocalStorage } from "node:async_hooks";

/** What one page's log line will say, filled in while the page is made. */
export interface PageNotes {
  requestID: string;
  staffID?: string;
}

const requests = new AsyncLocalStorage<PageNotes>();

/** Answers a page; what Next says meanwhile on the console can be told to belong to this request. */
export function duringPage<T>(notes: PageNotes, answer: () => T): T {
  return requests.run(notes, answer);
}

/** The ID of the request whose page is being made, if there is one. */
export function pageRequestID(): string | undefined {
  return requests.getStore()?.requestID;
}

/** Notes whose page is being made, once the BFF knows. */
export function notePageOf(staffID: string): void {
  const notes = requests.getStore();
  if (notes) notes.staffID = staffID;
}
