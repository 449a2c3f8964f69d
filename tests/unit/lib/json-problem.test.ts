import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonProblem } from "#lib/json-problem.ts";

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test("every value that JSON can print has no problem", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 2, "\t"), (json, space) => {
      expect(findJsonProblem(JSON.stringify(JSON.parse(json), null, space))).toBeUndefined();
    }),
  );
});

test("a text with any change is judged exactly as JSON.parse judges it", () => {
  const changed = fc
    .tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.constantFrom(...'{}[]",:\\\u0001 +-.eE0x\n'), fc.boolean())
    .map(([json, at, mark, inserts]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + mark + json.slice(place + (inserts ? 0 : 1));
    });
  fc.assert(
    fc.property(changed, (text) => {
      const problem = findJsonProblem(text);
      // `JSON.parse` accepts duplicate members, but the tested function reports them.
      expect(problem === undefined || problem.kind === "duplicate").toBe(isJson(text));
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ["", { kind: "empty", line: 1, column: 1 }],
  ['{"a" 1}', { kind: "colon", line: 1, column: 6 }],
  ['{\n  "a": 1\n  "b": 2\n}', { kind: "comma", line: 3, column: 3 }],
  ["{\r\n a: 1}", { kind: "name", line: 2, column: 2 }],
  ['{"a": 1,}', { kind: "name", line: 1, column: 9 }],
  ['{"a": .5}', { kind: "number", line: 1, column: 7 }],
  ['{"a": undefined}', { kind: "value", line: 1, column: 7 }],
  ['["open]', { kind: "string", line: 1, column: 2 }],
  ["{} {}", { kind: "end", line: 1, column: 4 }],
  ['{"a": 1,\n"a": 2}', { kind: "duplicate", line: 2, column: 1, name: "a" }],
])("the first problem of the text %j is found at its position", (text, problem) => {
  expect(findJsonProblem(text)).toEqual(problem);
});

test("ten thousand levels are refused without being parsed", () => {
  expect(findJsonProblem("[".repeat(10_000))).toMatchObject({ kind: "deep" });
});
