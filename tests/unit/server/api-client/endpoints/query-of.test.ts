import fc from "fast-check";
import { expect, test } from "vitest";
import { queryOf } from "#server/api-client/endpoints/read-page.ts";

test("a query is written as URLSearchParams writes it, for any content", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.constantFrom("created", "2020-01-01", "a*b", ""),
  );
  fc.assert(
    fc.property(fc.dictionary(text, fc.option(text, { nil: undefined }), { maxKeys: 5 }), (members) => {
      const given = Object.entries(members).filter((entry): entry is [string, string] => !!entry[1]);
      expect(queryOf(members)).toBe(new URLSearchParams(given).toString());
    }),
    { seed: 14, numRuns: 2_000 },
  );
});
