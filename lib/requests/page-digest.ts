import type { ErrorCode } from "#lib/contract/errors.ts";

const storeDown = "store_unavailable " satisfies `${ErrorCode} `;

/** What the page that stands in for a failed one gets to know in the browser: the request's ID, and whether it was the store. */
export function pageDigest(code: ErrorCode, requestID: string): string {
  return code === "store_unavailable" ? `${storeDown}${requestID}` : requestID;
}

/** What `pageDigest` has said. */
export function readPageDigest(digest: string): { isStoreDown: boolean; requestID: string } {
  const isStoreDown = digest.startsWith(storeDown);
  return { isStoreDown, requestID: isStoreDown ? digest.slice(storeDown.length) : digest };
}
