import { folded, withoutDigraphs, wordsOf } from "#server/bff/known/names/fold.ts";
import { createRanker, maxWrongWords, similarRank } from "#server/bff/known/names/rank-names.ts";
import { grown, type TextColumn } from "./text-column.ts";

/**
 * The number of 32-bit parts of a row's bit set. The set has a bit for each pair of letters in the name and the
 * address.
 */
const parts = 8;
const bits = parts * 32;

/** The number of pairs that one wrong letter can change. Two swapped letters are part of three pairs. */
const pairsOfOneLetter = 3;

/** The minimum number of letters of a word in which one letter may be wrong (`one-letter.ts`). */
const minWrongLetters = 4;

/** The maximum number of rows that one search compares. If more rows may match, the total is a lower bound. */
const maxCompared = 20_000;

/** A typed word: the bit numbers of its letter pairs, and whether one letter may be wrong. */
interface TypedWord {
  pairs: readonly number[];
  mayBeWrong: boolean;
}

export interface FoundNames {
  /** The rows, best match first. */
  rows: number[];
  total: number;
  /** True if more rows than `total` may match. */
  atLeast: boolean;
  /** True if no row contains the typed text. The rows differ from the typed text by one letter in one or two words. */
  isSimilar: boolean;
}

/**
 * Finds customers by a part of their name or e-mail address. Typing errors are tolerated, and the words may be in any
 * order. The pairs of letters quickly exclude most rows. The ranking of `rank-names.ts` then compares the remaining
 * rows.
 */
export class NameSearch {
  readonly #names: TextColumn;
  readonly #emails: TextColumn;
  readonly #isListed: (row: number) => boolean;
  #pairs = new Uint32Array(64 * parts);
  #count = 0;

  constructor(names: TextColumn, emails: TextColumn, isListed: (row: number) => boolean) {
    this.#names = names;
    this.#emails = emails;
    this.#isListed = isListed;
  }

  /** Sets the name and the address of a row. Both must be folded. Returns which of the two texts has changed. */
  set(row: number, name: string, email: string): { name: boolean; email: boolean } {
    const changed = { name: this.#names.set(row, name), email: this.#emails.set(row, email) };
    this.#count = Math.max(this.#count, row + 1);
    if (this.#count * parts > this.#pairs.length) this.#pairs = grown(this.#pairs, this.#count * parts * 2);
    if (!changed.name && !changed.email) return changed;
    this.#pairs.fill(0, row * parts, (row + 1) * parts);
    // The spaces between words are removed, because a person may type the name as one word.
    for (const text of [name, email]) {
      for (const pair of pairsOf(wordsOf(withoutDigraphs(text)).join(""))) {
        const part = row * parts + (pair >>> 5);
        this.#pairs[part] = (this.#pairs[part] as number) | (1 << (pair & 31));
      }
    }
    return changed;
  }

  /** The rows that match the typed text, at most `limit`. `compare` sorts rows of equal rank. */
  find(typed: string, limit: number, compare: (one: number, other: number) => number): FoundNames {
    const words = wordsOf(withoutDigraphs(folded(typed))).map(
      (word): TypedWord => ({ pairs: pairsOf(word), mayBeWrong: word.length >= minWrongLetters }),
    );
    const nothing = { rows: [], total: 0, atLeast: false, isSimilar: false };
    if (words.every(({ pairs }) => pairs.length === 0)) return nothing;
    // Allows as few wrong words as possible, because each further wrong word adds rows to compare.
    for (let maxWrong = 0; maxWrong <= maxWrongWords; maxWrong += 1) {
      const found = this.#ranked(typed, this.#candidates(typed, words, maxWrong), limit, compare);
      const isEnough = maxWrong > 0 ? found.total > 0 : found.total > 0 && !found.isSimilar;
      if (isEnough) return found;
    }
    return nothing;
  }

  /** The size of the bit sets of letter pairs, in bytes. */
  get bytes(): number {
    return this.#pairs.byteLength;
  }

  /** The rows that may match with at most `maxWrong` wrong words. */
  #candidates(typed: string, words: readonly TypedWord[], maxWrong: number): Set<number> {
    const rows = new Set<number>();
    const isFull = () => rows.size > maxCompared;
    if (maxWrong === 0) {
      // A typed part may begin in the middle of `ae`, and then its pairs differ from the name's pairs. So a plain text
      // search runs too.
      for (const column of [this.#names, this.#emails]) {
        column.forEachContaining(folded(typed), (row) => {
          if (!isFull() && this.#isListed(row)) rows.add(row);
        });
      }
    }
    for (let row = 0; row < this.#count && !isFull(); row += 1) {
      if (this.#mayMatch(row, words, maxWrong) && this.#isListed(row)) rows.add(row);
    }
    return rows;
  }

  #mayMatch(row: number, words: readonly TypedWord[], maxWrong: number): boolean {
    const from = row * parts;
    let wrong = 0;
    for (const { pairs, mayBeWrong } of words) {
      let missing = 0;
      for (const pair of pairs) {
        if (((this.#pairs[from + (pair >>> 5)] as number) & (1 << (pair & 31))) !== 0) continue;
        missing += 1;
        if (missing > pairsOfOneLetter || !mayBeWrong || wrong === maxWrong) return false;
      }
      if (missing > 0) wrong += 1;
    }
    return true;
  }

  #ranked(
    typed: string,
    candidates: ReadonlySet<number>,
    limit: number,
    compare: (one: number, other: number) => number,
  ): FoundNames {
    const rankOf = createRanker(typed);
    const ranked: { row: number; rank: number }[] = [];
    for (const row of candidates) {
      const [name, email] = [this.#names.get(row), this.#emails.get(row)];
      const texts = email === "" ? [name] : [name, email, `${name} ${email}`];
      const rank = Math.min(...texts.map((text) => rankOf(text) ?? Number.POSITIVE_INFINITY));
      if (rank < Number.POSITIVE_INFINITY) ranked.push({ row, rank });
    }
    const exact = ranked.filter(({ rank }) => rank < similarRank);
    const found = exact.length > 0 ? exact : ranked;
    found.sort((one, other) => one.rank - other.rank || compare(one.row, other.row));
    return {
      rows: found.slice(0, limit).map(({ row }) => row),
      total: found.length,
      atLeast: candidates.size > maxCompared,
      isSimilar: found.length > 0 && exact.length === 0,
    };
  }
}

/** The bit numbers for the pairs of neighbouring letters of a text. */
function pairsOf(text: string): number[] {
  const pairs = new Set<number>();
  for (let at = 1; at < text.length; at += 1) {
    const hash = Math.imul(text.charCodeAt(at - 1), 0x9e37_79b1) ^ Math.imul(text.charCodeAt(at), 0x85eb_ca6b);
    pairs.add((hash ^ (hash >>> 15)) & (bits - 1));
  }
  return [...pairs];
}
