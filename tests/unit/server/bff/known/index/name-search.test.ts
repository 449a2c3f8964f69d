import fc from "fast-check";
import { expect, test } from "vitest";
import { CustomerIndex } from "#server/bff/known/index/customer-index.ts";
import { folded, withoutDigraphs, wordsOf } from "#server/bff/known/names/fold.ts";
import { createRanker, similarRank } from "#server/bff/known/names/rank-names.ts";

/**
 * Only a few letters, so that many words share pairs of letters. They include letters for names with two spellings,
 * such as `ö` for `oe` and `ß` for `ss`.
 */
const letters = fc.constantFrom("a", "e", "o", "ö", "s", "ß", "r", "m", "’");
const words = fc.string({ unit: letters, minLength: 1, maxLength: 9 });
const names = fc.array(words, { minLength: 1, maxLength: 4 }).map((list) => list.join(" "));
const customers = fc.array(fc.record({ companyName: names, email: fc.option(words, { nil: "" }) }), {
  minLength: 1,
  maxLength: 80,
});

/** A part of a name, with up to two wrong letters. */
const cuts = fc.record({
  of: fc.nat(),
  from: fc.nat({ max: 6 }),
  to: fc.nat({ max: 20 }),
  wrong: fc.array(
    fc.record({
      at: fc.nat({ max: 18 }),
      letter: letters,
      kind: fc.constantFrom("replace", "add", "leave out", "swap"),
    }),
    { maxLength: 2 },
  ),
});

function typedText(
  texts: readonly string[],
  { of, from, to, wrong }: typeof cuts extends fc.Arbitrary<infer Cut> ? Cut : never,
): string {
  let text = (texts[of % texts.length] ?? "").slice(from, from + to);
  for (const { at, letter, kind } of wrong) {
    const [head, one = "", other = "", tail] = [text.slice(0, at), text[at], text[at + 1], text.slice(at + 2)];
    if (kind === "replace") text = head + letter + other + tail;
    else if (kind === "add") text = head + letter + one + other + tail;
    else if (kind === "leave out") text = head + other + tail;
    else text = head + other + one + tail;
  }
  return text;
}

test("a search finds the same customers as a comparison with every name and address", () => {
  let similar = 0;
  fc.assert(
    fc.property(customers, fc.array(cuts, { minLength: 1, maxLength: 12 }), (rows, searches) => {
      const index = new CustomerIndex();
      const texts = rows.map(({ companyName, email }) => [folded(companyName), folded(email)] as const);
      for (const [row, { companyName, email }] of rows.entries())
        index.put({ key: `${row}`, companyName, email, deleted: false, isMissing: false, seenAt: 0 });
      for (const search of searches) {
        const typed = typedText(
          texts.flatMap(([name, email]) => [name, email, `${name} ${email}`]),
          search,
        );
        const typedWords = wordsOf(withoutDigraphs(folded(typed)));
        // A single letter is not searched for.
        if (typedWords.every(({ length }) => length < 2)) continue;
        const rankOf = createRanker(typed);
        const rank = (text: string) => rankOf(text) ?? Number.POSITIVE_INFINITY;
        const ranks = texts.map(([name, email]) =>
          Math.min(rank(name), rank(email), email === "" ? Number.POSITIVE_INFINITY : rank(`${name} ${email}`)),
        );
        const best = Math.min(...ranks);
        const { keys, isSimilar } = index.find(typed, rows.length);
        const found = new Set(keys);
        if (best < similarRank) {
          for (const [row, [name, email]] of texts.entries()) {
            const isMatch = (ranks[row] ?? 0) < similarRank;
            // The comparison also finds a text without spaces that spans the end of the name and the beginning of the
            // address. The index does not find such a text, so these rows are not compared.
            const isAcross = rank(name) >= similarRank && rank(email) >= similarRank && ranks[row] === 6;
            if (!isAcross) expect(found.has(`${row}`), `${typed}, ${texts[row]}`).toBe(isMatch);
          }
          if (found.size > 0) expect(isSimilar, typed).toBe(false);
          continue;
        }
        // In a word of fewer than four letters, the search tolerates no wrong letter.
        const mayBeWrong = typedWords.every(({ length }) => length >= 4);
        if (mayBeWrong && best < Number.POSITIVE_INFINITY) similar += 1;
        // The search must find all of the best rows. It may also find rows with more wrong words. Every row that
        // it finds must match.
        for (const [row, one] of ranks.entries()) {
          if (mayBeWrong && one === best && one < Number.POSITIVE_INFINITY)
            expect(found.has(`${row}`), `${typed}, ${texts[row]}`).toBe(true);
          if (one === Number.POSITIVE_INFINITY) expect(found.has(`${row}`), `${typed}, ${texts[row]}`).toBe(false);
        }
      }
    }),
    { numRuns: 500 },
  );
  expect(similar).toBeGreaterThan(50);
});
