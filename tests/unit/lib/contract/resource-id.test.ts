import fc from "fast-check";
import { expect, test } from "vitest";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { anyText } from "#tests/fixtures/any-text.ts";

const isID = (text: string) => resourceIDSchema.safeParse(text).success;

test.each([
  ["0b0e7f3e-1111-4222-8333-444444444444"],
  ["42"],
  ["cus_8Zk:9@x"],
  ["row 7"],
  ["..."],
  ["Ünïcode"],
  ["x".repeat(200)],
])("the ID %s may be requested", (id) => {
  expect(isID(id)).toBe(true);
});

test.each([
  [""],
  ["."],
  [".."],
  ["../auth"],
  ["..\\auth"],
  ["a/b"],
  ["%2e%2e"],
  ["a%00"],
  ["a?x=1"],
  ["a#b"],
  ["a\nb"],
  ["a\u0000"],
  ["\u0085"],
  [" a"],
  ["a "],
  ["\ud800"],
  ["x".repeat(201)],
])("the ID %j may not be requested", (id) => {
  expect(isID(id)).toBe(false);
});

test("an ID that may be requested stays one segment of its path", () => {
  fc.assert(
    fc.property(anyText(), (id) => {
      if (!isID(id)) return;
      const { pathname, search, hash } = new URL(
        `https://api.example/v2/customers/${encodeURIComponent(id)}/activities`,
      );
      const [, prefix, collection, segment, part, ...rest] = pathname.split("/");
      expect([prefix, collection, part, rest, search, hash]).toEqual(["v2", "customers", "activities", [], "", ""]);
      expect(decodeURIComponent(segment ?? "")).toBe(id);
    }),
  );
});
