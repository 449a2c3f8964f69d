import { folded, withoutDigraphs, wordsOf } from "#server/bff/known/names/fold.ts";
import { createRanker, maxWrongWords, similarRank } from "#server/bff/known/names/rank-names.ts";
import { PairSets } from "./pair-sets.ts";
import type { TextColumn } from "./text-column.ts";

/** The minimum number of letters of a word in which one letter may be wrong (server/bff/known/names/one-letter.ts). */
const minWrongLetters = 4;

/** The maximum number of rows that one search compares. If more rows may match, the total is a lower bound. */
const maxCompared = 20_000;

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
 * order. The pairs of letters quickly exclude most rows. The ranking of server/bff/known/names/rank-names.ts then
 * compares the remaining rows.
 */
export class NameSearch {
  readonly #names: TextColumn;
  readonly #emails: TextColumn;
  readonly #isListed: (row: number) => boolean;
  readonly #pairs = new PairSets();

  constructor(names: TextColumn, emails: TextColumn, isListed: (row: number) => boolean) {
    this.#names = names;
    this.#emails = emails;
    this.#isListed = isListed;
  }

  /** Sets the name and the address of a row. Both must be folded. Returns which of the two texts has changed. */
  set(row: number, name: string, email: string): { name: boolean; email: boolean } {
    const changed = { name: this.#names.set(row, name), email: this.#emails.set(row, email) };
    // Words without spaces between them, because a person may type the name as one word.
    if (changed.name || changed.email)
      this.#pairs.set(
        row,
        [name, email].map((text) => wordsOf(withoutDigraphs(text)).join("")),
      );
    return changed;
  }

  /** The rows that match the typed text, at most `limit`. `compare` sorts rows of equal rank. */
  find(typed: string, limit: number, compare: (one: number, other: number) => number): FoundNames {
    const words = wordsOf(withoutDigraphs(folded(typed)));
    const nothing = { rows: [], total: 0, atLeast: false, isSimilar: false };
    // Words of one letter have no pair of letters, so there is nothing to search for.
    if (words.every(({ length }) => length < 2)) return nothing;
    // Rows without a wrong word are searched first. The more words may be wrong, the more rows have to be compared.
    for (let maxWrong = 0; maxWrong <= maxWrongWords; maxWrong += 1) {
      const best = maxWrong === 0 ? 0 : similarRank;
      const found = this.#ranked(typed, this.#candidates(typed, words, maxWrong), { limit, best, compare });
      const isEnough = maxWrong > 0 ? found.total > 0 : found.total > 0 && !found.isSimilar;
      if (isEnough) return found;
    }
    return nothing;
  }

  /** The size of the bit sets of letter pairs, in bytes. */
  get bytes(): number {
    return this.#pairs.bytes;
  }

  /** The rows that may match with at most `maxWrong` wrong words. */
  #candidates(typed: string, words: readonly string[], maxWrong: number): ReadonlySet<number> {
    const text = folded(typed);
    const wanted = words.map((word, index) => ({
      // A text may begin in the middle of a name: `eller` in `mueller`. The pairs of this name were made from `muller`,
      // without the `e`. So a first `e` is not searched for.
      word: maxWrong === 0 && index === 0 && text.startsWith("e") ? word.slice(1) : word,
      mayBeWrong: word.length >= minWrongLetters,
    }));
    const rows = new Set<number>();
    this.#pairs.forEachWith(wanted, maxWrong, (row) => {
      if (this.#isListed(row)) rows.add(row);
      return rows.size <= maxCompared;
    });
    if (maxWrong > 0 || rows.size <= maxCompared) return rows;
    // More rows may match than are compared. The rows that contain the text are compared first.
    const containing = new Set<number>();
    for (const column of [this.#names, this.#emails]) {
      column.forEachContaining(text, (row) => {
        if (containing.size <= maxCompared && this.#isListed(row)) containing.add(row);
      });
    }
    for (const row of rows) if (containing.size <= maxCompared) containing.add(row);
    return containing;
  }

  /** `best`: the best rank that a candidate can have. */
  #ranked(
    typed: string,
    candidates: ReadonlySet<number>,
    { limit, best, compare }: { limit: number; best: number; compare: (one: number, other: number) => number },
  ): FoundNames {
    const rankOf = createRanker(typed);
    const ranked: { row: number; rank: number }[] = [];
    for (const row of candidates) {
      const [name, email] = [this.#names.get(row), this.#emails.get(row)];
      // If only similar texts can be found, the name alone is not compared: it is never more similar than the name with
      // the address.
      const texts =
        email === "" ? [name] : best < similarRank ? [name, email, `${name} ${email}`] : [`${name} ${email}`, email];
      let rank = Number.POSITIVE_INFINITY;
      for (const text of texts) if (rank > best) rank = Math.min(rank, rankOf(text, rank) ?? rank);
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
