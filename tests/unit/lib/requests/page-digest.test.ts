import { expect, test } from "vitest";
import type { ErrorCode } from "#lib/contract/errors.ts";
import { errorStatus } from "#lib/contract/values/error-codes.ts";
import { pageDigest, readPageDigest } from "#lib/requests/page-digest.ts";

test("a digest contains the request's ID, and whether the store failed", () => {
  for (const code of Object.keys(errorStatus) as ErrorCode[]) {
    const isStoreDown = code === "store_unavailable";
    expect(readPageDigest(pageDigest(code, "some-id"))).toEqual({ isStoreDown, requestID: "some-id" });
  }
});
