import type { ErrorCode } from "#lib/contract/errors.ts";

const storeDown = "store_unavailable " satisfies `${ErrorCode} `;

/** Encodes the data that the browser's error page needs: the request's ID, and whether the database failed. */
export function pageDigest(code: ErrorCode, requestID: string): string {
  return code === "store_unavailable" ? `${storeDown}${requestID}` : requestID;
}

/** Decodes a digest that `pageDigest` has created. */
export function readPageDigest(digest: string): { isStoreDown: boolean; requestID: string } {
  const isStoreDown = digest.startsWith(storeDown);
  return { isStoreDown, requestID: isStoreDown ? digest.slice(storeDown.length) : digest };
}
