import { folded, withoutDigraphs, wordsOf } from "#server/bff/known/names/fold.ts";
import { isOneLetterApart } from "#server/bff/known/names/one-letter.ts";

const compared = (text: string) => withoutDigraphs(folded(text));

/**
 * The beginning of `word` that `typed` was intended to be, in the spelling of `word`. Undefined if it is another word.
 */
function meantBy(word: string, typed: string): string | undefined {
  const [whole, wanted] = [compared(word), compared(typed)];
  const length = [1, 0, -1]
    .map((more) => wanted.length + more)
    .find((end) => isOneLetterApart(whole.slice(0, end), wanted));
  if (length === undefined) return undefined;
  // If one spelling writes a letter as two, the beginnings of the two spellings differ in length, so the whole word is
  // returned.
  return whole.length === word.length ? word.slice(0, length) : word;
}

/**
 * The typed text with its one wrong word corrected to the spelling in `text`: the word alone, and the whole phrase.
 * Undefined unless exactly one word is wrong.
 */
export function correctTerm(text: string, typed: string): { word: string; phrase: string } | undefined {
  const free = wordsOf(text.normalize("NFC"));
  const missing = wordsOf(typed.normalize("NFC")).filter((word) => {
    const at = free.findIndex((candidate) => compared(candidate).startsWith(compared(word)));
    if (at >= 0) free.splice(at, 1);
    return at < 0;
  });
  const [wrong, ...others] = missing;
  if (wrong === undefined || others.length > 0) return undefined;
  const word = free.map((candidate) => meantBy(candidate, wrong)).find((meant) => meant !== undefined);
  return word === undefined ? undefined : { word, phrase: typed.normalize("NFC").replace(wrong, word) };
}
