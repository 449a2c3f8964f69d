import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** An apostrophe that is typed as a closing quotation mark: within a word, or at its end. */
const curly = /\p{L}’[\p{L}\s]/u;

const isWrong = (line: string) => curly.test(line);

test("the check finds a curly apostrophe, and accepts a quotation in single quotation marks", () => {
  const texts = ["the page’s names", "on customers’ pages", "the page's names", "‘Crêperie’", "“Crêperie”"];
  expect(texts.filter(isWrong)).toEqual(texts.slice(0, 2));
});

test("every text of the console uses the straight apostrophe, so that searching a page finds it", () => {
  const files = globSync("{app,components,lib,server/bff,server/api-client}/**/*.{ts,tsx}").sort();
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .flatMap((line, index) => (isWrong(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
