import { folded, withoutDigraphs, wordsOf } from "./fold.ts";
import { beginsAlike } from "./one-letter.ts";

/** From this rank on a text is only similar to the typed text: one letter differs. */
const similarRank = 7;

/** The rank of an item that the API found for an unknown reason. It comes after all other ranks. */
const unknownRank = 8;

/** The minimum length for a comparison without spaces. A shorter text is part of too many names. */
const minCompact = 4;

/** Ranks equality, the same beginning, a word with the same beginning, and containment, in this order. */
function rankAsTyped(text: string, term: string): number | undefined {
  if (text === term) return 0;
  if (text.startsWith(term)) return 1;
  if (text.includes(` ${term}`)) return 2;
  return text.includes(term) ? 3 : undefined;
}

/**
 * Whether each typed word begins a different word of the name, in any order. With `allowOne`, one of them may have a
 * wrong letter.
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

/** How well a text matches the typed text, 0 is the best. Undefined if it does not match. */
function rankOf(candidate: string, typed: string): number | undefined {
  const [foldedText, foldedTerm] = [folded(candidate), folded(typed)];
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
  /** Whether a person would find the typed text in the item's texts, ignoring word order, accents and spaces. */
  fits: "exactly" | "nearly" | "unknown";
}

/** Sorts by best match. Equal matches keep their order. `textsOf` returns the texts to compare. */
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
