import { folded, withoutDigraphs, wordsOf } from "./fold.ts";
import { beginsAlike } from "./one-letter.ts";

/** From here on a text is only similar to what was typed: one letter differs. */
const similarRank = 7;

/** Behind everything that is understood: the API found it, for a reason of its own. */
const unknownRank = 8;

/** Fewer letters are part of too many names when blanks do not count. */
const minCompact = 4;

/** The same, begins so, has a word that begins so, holds it. */
function rankAsTyped(text: string, term: string): number | undefined {
  if (text === term) return 0;
  if (text.startsWith(term)) return 1;
  if (text.includes(` ${term}`)) return 2;
  return text.includes(term) ? 3 : undefined;
}

/**
 * Whether each typed word begins a word of its own, in any order. `allowOne` lets one of them have a letter wrong.
 */
function hasWords(words: readonly string[], typed: readonly string[], allowOne: boolean): boolean {
  const free = [...words];
  const missing = typed.filter((word) => {
    const at = free.findIndex((candidate) => candidate.startsWith(word));
    if (at >= 0) free.splice(at, 1);
    return at < 0;
  });
  const [wrong, ...others] = missing;
  if (wrong === undefined) return typed.length > 0;
  return allowOne && others.length === 0 && free.some((candidate) => beginsAlike(candidate, wrong));
}

/** How well a text fits what was typed, 0 the best; undefined where it does not. */
function rankOf(given: string, typed: string): number | undefined {
  const [foldedText, foldedTerm] = [folded(given), folded(typed)];
  const exact = rankAsTyped(foldedText, foldedTerm);
  if (exact !== undefined) return exact;
  const [text, term] = [withoutDigraphs(foldedText), withoutDigraphs(foldedTerm)];
  const spelled = rankAsTyped(text, term);
  if (spelled !== undefined) return 4 + spelled / 10;
  const [words, wanted] = [wordsOf(text), wordsOf(term)];
  if (hasWords(words, wanted, false)) return 5;
  const [compactText, compactTerm] = [words.join(""), wanted.join("")];
  if (compactTerm.length >= minCompact && compactText.includes(compactTerm)) return 6;
  const isSimilar = hasWords(words, wanted, true) || beginsAlike(compactText, compactTerm);
  return isSimilar ? similarRank : undefined;
}

export interface RankedItem<Item> {
  item: Item;
  /** Whether what was typed is in it as a person would read it: word order, accents and blanks aside. */
  fits: "exactly" | "nearly" | "unknown";
}

/** What fits best first; among equals the order in which they came. `textsOf` gives what may be meant. */
export function rankByMatch<Item>(
  items: readonly Item[],
  typed: string,
  textsOf: (item: Item) => string[],
): RankedItem<Item>[] {
  const ranked = items.map((item) => ({
    item,
    rank: Math.min(...textsOf(item).map((text) => rankOf(text, typed) ?? unknownRank)),
  }));
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .map(({ item, rank }) => ({
      item,
      fits: rank < similarRank ? "exactly" : rank === similarRank ? "nearly" : "unknown",
    }));
}
