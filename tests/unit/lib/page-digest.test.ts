import { expect, test } from "vitest";
import { type ErrorCode, errorStatus } from "#lib/contract/errors.ts";
import { pageDigest, readPageDigest } from "#lib/page-digest.ts";

test("a digest tells the request's ID, and whether it was the store that failed", () => {
  for (const code of Object.keys(errorStatus) as ErrorCode[]) {
    const isStoreDown = code === "store_unavailable";
    expect(readPageDigest(pageDigest(code, "some-id"))).toEqual({ isStoreDown, requestID: "some-id" });
  }
});
