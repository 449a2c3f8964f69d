import { expect, test } from "vitest";
import { shortenMiddle } from "#lib/format/format-id.ts";

test("a UUID keeps its beginning and its end", () => {
  expect(shortenMiddle("3f2b8c1d-4c1e-4d7a-9b1f-001234567890")).toBe("3f2b8c1d…7890");
});

test("a text that would not become shorter stays complete", () => {
  expect(shortenMiddle("3f2b8c1d-4c1e")).toBe("3f2b8c1d-4c1e");
  expect(shortenMiddle("")).toBe("");
});
