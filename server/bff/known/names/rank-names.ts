import { folded, withoutDigraphs, wordsOf } from "./fold.ts";
import { beginsAlike } from "./one-letter.ts";

/** From this rank on, a text is only similar to the typed text: one or two of its words have a wrong letter. */
export const similarRank = 7;

/**
 * The rank of an item whose texts do not match the typed text. The API returned it for an unknown reason. This is the
 * highest rank.
 */
const unknownRank = 8;

/** The minimum length for a comparison without spaces. Shorter texts are part of too many names. */
const minCompact = 4;

/** The maximum number of words that may have a wrong letter. */
export const maxWrongWords = 2;

/**
 * Returns 0 for equal texts, 1 for the same beginning, 2 for a word with the same beginning, and 3 if the text contains
 * the term elsewhere. Otherwise undefined.
 */
function rankAsTyped(text: string, term: string): number | undefined {
  // Most texts do not contain the typed text.
  if (!text.includes(term)) return undefined;
  if (text === term) return 0;
  if (text.startsWith(term)) return 1;
  if (text.includes(` ${term}`)) return 2;
  return 3;
}

/**
 * The number of typed words with a wrong letter. Each typed word must begin a different word of the name, in any order.
 * Undefined if a word has no match, or if more than `maxWrong` words are wrong.
 */
function wrongWords(words: readonly string[], typed: readonly string[], maxWrong: number): number | undefined {
  const free = [...words];
  const take = (at: number) => at >= 0 && free.splice(at, 1).length > 0;
  const missing = typed.filter((word) => !take(free.findIndex((candidate) => candidate.startsWith(word))));
  if (typed.length === 0 || missing.length > maxWrong) return undefined;
  const areSimilar = missing.every((wrong) => take(free.findIndex((candidate) => beginsAlike(candidate, wrong))));
  return areSimilar ? missing.length : undefined;
}

/**
 * Ranks texts for one typed text. Texts must be folded. If the rank would not be lower than `below`, the result may be
 * undefined, which is quicker.
 */
export function createRanker(typed: string): (foldedText: string, below?: number) => number | undefined {
  const foldedTerm = folded(typed);
  const term = withoutDigraphs(foldedTerm);
  const wanted = wordsOf(term);
  const compactTerm = wanted.join("");
  /** 0 is the best. Undefined if the text does not match. */
  return (foldedText, below = Number.POSITIVE_INFINITY) => {
    const exact = rankAsTyped(foldedText, foldedTerm);
    if (exact !== undefined || below <= 4) return exact;
    const text = withoutDigraphs(foldedText);
    const spelled = rankAsTyped(text, term);
    if (spelled !== undefined) return 4 + spelled / 10;
    const words = wordsOf(text);
    const wrong = wrongWords(words, wanted, maxWrongWords);
    if (wrong === 0) return 5;
    const compactText = words.join("");
    if (compactTerm.length >= minCompact && compactText.includes(compactTerm)) return 6;
    if (wrong === 1 || beginsAlike(compactText, compactTerm)) return similarRank;
    return wrong === undefined ? undefined : similarRank + wrong / 10;
  };
}

export interface RankedItem<Item> {
  item: Item;
  /**
   * `exactly`: a text of the item contains the typed text, ignoring word order, accents and spaces. `nearly`: one or
   * two words have a wrong letter. `unknown`: no text matches.
   */
  fits: "exactly" | "nearly" | "unknown";
}

/** Sorts by best match. Items with equal matches remain in their order. `textsOf` returns the texts to compare. */
export function rankByMatch<Item>(
  items: readonly Item[],
  typed: string,
  textsOf: (item: Item) => string[],
): RankedItem<Item>[] {
  const rankOf = createRanker(typed);
  const ranked = items.map((item) => ({
    item,
    rank: Math.min(...textsOf(item).map((text) => rankOf(folded(text)) ?? unknownRank)),
  }));
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .map(({ item, rank }) => ({
      item,
      fits: rank < similarRank ? "exactly" : rank < unknownRank ? "nearly" : "unknown",
    }));
}
