/** True if two texts differ by one inserted, removed or replaced letter, or by two swapped neighbouring letters. */
export function isOneLetterApart(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (
    end < one.length - start &&
    end < other.length - start &&
    one[one.length - 1 - end] === other[other.length - 1 - end]
  ) {
    end += 1;
  }
  const left = one.slice(start, one.length - end);
  const right = other.slice(start, other.length - end);
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/**
 * In a word of at least this number of letters, one letter may be wrong. Shorter words are similar to too many other
 * words.
 */
const minLetters = 4;

/** True if the word begins with the typed text, where one letter may be wrong. */
export function beginsAlike(word: string, typed: string): boolean {
  if (typed.length < minLetters) return false;
  return [0, -1, 1].some((more) => isOneLetterApart(word.slice(0, typed.length + more), typed));
}
