import fc from "fast-check";
import { expect, test } from "vitest";
import { depthOf, readJsonBody } from "#server/bff/http/pipeline/json-body.ts";

const depth = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0;

test("the depth of a text equals the depth of its value", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(depthOf(JSON.stringify(value))).toBe(depth(value));
    }),
  );
});

test("brackets in strings do not count", () => {
  expect(depthOf(String.raw`{"a":"[[[\"[[","b\\":[]}`)).toBe(2);
});

const nested = (levels: number) =>
  new Request("http://localhost:3000/api/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: `${"[".repeat(levels)}${"]".repeat(levels)}`,
  });

test("a body nested too deeply is refused before it is parsed", async () => {
  expect(JSON.stringify(await readJsonBody(nested(32)))).toHaveLength(64);
  await expect(readJsonBody(nested(33))).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringContaining("32 levels"),
  });
});
