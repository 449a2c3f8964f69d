import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { patternsIn, productFiles, slowPatterns } from "../../../scripts/checks/patterns.mjs";
import { root } from "../../../scripts/setup/places.mjs";

test.each([
  ["two quantifiers of the same characters beside each other", String.raw`/^\s*(\d{1,3})\s*(%?)\s*$/`],
  ["a quantifier that can start at every position of a text", String.raw`/[^\s@]+@[^\s@]+/g`],
  ["spaces before an end that never comes", String.raw`/\s*\(\w+\)$/`],
  ["a quantifier within a quantifier", "/^(a+)+$/"],
])("the check finds a pattern with %s, with its line", (_, pattern) => {
  expect(slowPatterns("lib/x.ts", `const a = 1;\nconst b = ${pattern};\n`)).toEqual([
    expect.stringMatching(/^lib\/x\.ts:2: .* can take quadratic time or worse$/),
  ]);
});

test.each(["/^\\d{1,15}$/", "/[\\s\\p{Cc}]+/gu", "/(?<![\\s,])[\\s,]+$/", "/a|b/"])(
  "the pattern %s has no problem",
  (pattern) => {
    expect(slowPatterns("lib/x.ts", `const b = ${pattern};`)).toEqual([]);
  },
);

test("a division and a text with slashes are not treated as patterns", () => {
  expect(patternsIn("lib/x.ts", 'const a = 1 / 2 / 3; const b = "/a+a+/";')).toEqual([]);
});

test("the check reads every folder of the product", () => {
  const files = productFiles(root);
  const patterns = files.flatMap((file) => patternsIn(file, readFileSync(`${root}/${file}`, "utf8")));
  for (const room of ["app", "components", "lib", "server/bff", "server/api-client", "server/provisioning"]) {
    expect(files.some((file) => file.startsWith(`${room}/`))).toBe(true);
  }
  expect(patterns.length).toBeGreaterThan(100);
});
