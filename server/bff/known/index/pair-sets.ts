/** The number of bits for pairs of letters. There are more pairs than bits, so several pairs share a bit. */
const bits = 256;

/**
 * `blockRows`: the number of rows in a block. `blockWords`: how many 32-bit numbers store one bit for each of these
 * rows.
 */
const blockRows = 4_096;
const blockWords = blockRows / 32;

/** A typed word, and whether one of its letters may be wrong. */
export interface WantedWord {
  word: string;
  mayBeWrong: boolean;
}

/**
 * A set of pairs of neighbouring letters for each row. For each pair, the bits of neighbouring rows lie side by side.
 * So a search reads only the bits of the typed pairs, and compares 32 rows at once.
 */
export class PairSets {
  readonly #blocks: Uint32Array[] = [];

  /** Replaces the pairs of a row with those of these texts. */
  set(row: number, texts: readonly string[]): void {
    const number = Math.floor(row / blockRows);
    while (this.#blocks.length <= number) this.#blocks.push(new Uint32Array(bits * blockWords));
    const block = this.#blocks[number] as Uint32Array;
    const word = (row % blockRows) >>> 5;
    const mask = 1 << (row & 31);
    for (let at = word; at < block.length; at += blockWords) block[at] = (block[at] as number) & ~mask;
    for (const text of texts) {
      for (const pair of pairsOf(text)) {
        const at = pair * blockWords + word;
        block[at] = (block[at] as number) | mask;
      }
    }
  }

  /**
   * Calls `found` for each row that has all pairs of the words, in the order of rows, until `found` returns false. In
   * at most `maxWrong` words, the pairs that one wrong letter changes may be missing.
   */
  forEachWith(words: readonly WantedWord[], maxWrong: number, found: (row: number) => boolean): void {
    const wanted = words.map(({ word, mayBeWrong }) => ({
      // Where the pairs of a word begin in a block.
      pairs: pairsOf(word).map((pair) => pair * blockWords),
      mayBeWrong: mayBeWrong && maxWrong > 0,
    }));
    for (const [number, block] of this.#blocks.entries()) {
      for (let word = 0; word < blockWords; word += 1) {
        const first = number * blockRows + word * 32;
        for (let rows = matching(block, word, wanted, maxWrong); rows !== 0; rows &= rows - 1) {
          if (!found(first + 31 - Math.clz32(rows & -rows))) return;
        }
      }
    }
  }

  /** The size of the sets, in bytes. */
  get bytes(): number {
    return this.#blocks.length * bits * blockWords * Uint32Array.BYTES_PER_ELEMENT;
  }
}

/** The rows that may match among the 32 rows of one number of a block, as bits. */
function matching(
  block: Uint32Array,
  word: number,
  wanted: readonly { pairs: readonly number[]; mayBeWrong: boolean }[],
  maxWrong: number,
): number {
  let failed = 0;
  // The rows with at least one wrong word, and those with at least two.
  let wrong = 0;
  let wrongTwice = 0;
  for (const { pairs, mayBeWrong } of wanted) {
    // `lacking`: the rows that lack at least one pair of the word so far. `oneBefore`, `twoBefore` and `longBefore`:
    // the rows that lack a pair that is one place, two places, or at least three places before the current pair.
    let [lacking, oneBefore, twoBefore, longBefore] = [0, 0, 0, 0];
    for (const pair of pairs) {
      const lacks = ~(block[pair + word] as number);
      // A row fails if it lacks two pairs that are at least three places apart. One wrong letter changes two
      // neighbouring pairs, and two swapped letters change three.
      failed |= mayBeWrong ? longBefore & lacks : lacks;
      longBefore |= twoBefore;
      twoBefore = oneBefore;
      oneBefore = lacks;
      lacking |= lacks;
    }
    failed |= maxWrong === 1 ? wrong & lacking : wrongTwice & lacking;
    wrongTwice |= wrong & lacking;
    wrong |= lacking;
    if (failed === -1) return 0;
  }
  return ~failed;
}

/** The bit of each pair of neighbouring letters in a text, in order. */
function pairsOf(text: string): number[] {
  const pairs: number[] = [];
  for (let at = 1; at < text.length; at += 1) {
    const hash = Math.imul(text.charCodeAt(at - 1), 0x9e37_79b1) ^ Math.imul(text.charCodeAt(at), 0x85eb_ca6b);
    pairs.push((hash ^ (hash >>> 15)) & (bits - 1));
  }
  return pairs;
}
