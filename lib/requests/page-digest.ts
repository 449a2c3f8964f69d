import type { ErrorCode } from "#lib/contract/errors.ts";

const storeDown = "store_unavailable " satisfies `${ErrorCode} `;

/** Encodes the data for the error page in the browser: the request's ID, and whether the store failed. */
export function pageDigest(code: ErrorCode, requestID: string): string {
  return code === "store_unavailable" ? `${storeDown}${requestID}` : requestID;
}

/** Parses a digest from `pageDigest`. */
export function readPageDigest(digest: string): { isStoreDown: boolean; requestID: string } {
  const isStoreDown = digest.startsWith(storeDown);
  return { isStoreDown, requestID: isStoreDown ? digest.slice(storeDown.length) : digest };
}
