import { expect, test } from "vitest";
import { z } from "zod";
import { parseInput } from "#server/bff/http/pipeline/parse-input.ts";

const numbered = { query: z.strictObject({ limit: z.coerce.number().int() }) };
const tagged = { query: z.strictObject({ limit: z.string(), tag: z.array(z.string()).optional() }), repeated: ["tag"] };

const queryOf = (schemas: Parameters<typeof parseInput>[0], query: string | URLSearchParams) =>
  parseInput(schemas, { params: {}, query, body: undefined }).query;

test("the same query text is parsed once, and nobody can change the shared values", () => {
  const first = queryOf(numbered, "limit=25");
  expect(first).toEqual({ limit: 25 });
  expect(queryOf(numbered, "limit=25")).toBe(first);
  expect(Object.isFrozen(first)).toBe(true);
  const { tag } = queryOf(tagged, "limit=25&tag=a&tag=b") as { tag: string[] };
  expect(tag).toEqual(["a", "b"]);
  expect(Object.isFrozen(tag)).toBe(true);
});

test("each route parses a text by its own schema, and a query that is not a text is parsed separately", () => {
  expect(queryOf(tagged, "limit=25")).toEqual({ limit: "25" });
  expect(queryOf(numbered, "limit=25")).toEqual({ limit: 25 });
  const own = queryOf(numbered, new URLSearchParams("limit=25"));
  expect(own).toEqual({ limit: 25 });
  expect(own).not.toBe(queryOf(numbered, "limit=25"));
});

test.each(["limit=a", "limit=25&limit=25", "limit=25&other=1", "limit=25&tag=a"])("%s is refused each time", (text) => {
  for (let turn = 0; turn < 3; turn += 1) {
    expect(() => queryOf(numbered, text)).toThrow(expect.objectContaining({ code: "invalid_request" }));
  }
});

test("only some of many different queries are remembered, and each is parsed correctly", () => {
  for (let limit = 0; limit < 1_000; limit += 1) expect(queryOf(numbered, `limit=${limit}`)).toEqual({ limit });
});
