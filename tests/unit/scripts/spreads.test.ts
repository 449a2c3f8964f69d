import { expect, test } from "vitest";
import { freshSpreads } from "../../../scripts/checks/spreads.mjs";

test.each([
  ["an object", "const a = {\n  ...{ b, c: 1 },\n};", 2],
  ["an array", "const a = [\n  ...[b, c],\n];", 2],
  ["arguments", "f(...[b, c]);", 1],
])("the check finds a literal that is spread in %s, with its line", (_, text, line) => {
  expect(freshSpreads("lib/x.ts", text).map((found) => found.line)).toEqual([line]);
});

test.each([
  ["a name", "const a = { ...b };"],
  ["conditional members", "const a = { ...(b && { c }) };"],
  ["the result of a call", "const a = [...[1, 2].map(f)];"],
])("the check allows spreading %s", (_, text) => {
  expect(freshSpreads("lib/x.ts", text)).toEqual([]);
});
