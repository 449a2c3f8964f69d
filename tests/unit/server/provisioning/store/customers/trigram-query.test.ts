import fc from "fast-check";
import { expect, test } from "vitest";
import { trigramQuery } from "#server/provisioning/store/customers/trigram-query.ts";

test.each([
  ["", undefined],
  ["ab", undefined],
  ["東京", undefined],
  ["🎉🎉", undefined],
  ["abc", '"abc"'],
  ["abcd", '"abc" AND "bcd"'],
  ["abcdef", '"abc" AND "def"'],
  ['a"b', '"a""b"'],
  ["🎉a🎉", '"🎉a🎉"'],
  ["aaaaaaa", '"aaa"'],
])("the term %j is searched with %s", (term, query) => {
  expect(trigramQuery(term)).toBe(query);
});

test("a query has at most eight trigrams, all from the term, including its beginning and its end", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "b", "ł", "🎉", " "), { minLength: 3, maxLength: 200 }), (characters) => {
      const trigrams = (trigramQuery(characters.join("")) ?? "")
        .split('" AND "')
        .map((text) => text.replaceAll('"', ""));
      expect(trigrams.length).toBeLessThanOrEqual(8);
      for (const trigram of trigrams) expect(characters.join("")).toContain(trigram);
      expect(trigrams).toContain(characters.slice(0, 3).join(""));
      expect(trigrams).toContain(characters.slice(-3).join(""));
    }),
  );
});
