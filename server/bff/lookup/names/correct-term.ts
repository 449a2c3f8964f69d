import { folded, withoutDigraphs, wordsOf } from "#server/bff/known/names/fold.ts";
import { isOneLetterApart } from "#server/bff/known/names/one-letter.ts";

const compared = (text: string) => withoutDigraphs(folded(text));

/**
 * The beginning of `word` that the person probably meant by `typed`, in the spelling of `word`. Undefined if the two
 * words differ in more than one letter.
 */
function meantBy(word: string, typed: string): string | undefined {
  const [whole, wanted] = [compared(word), compared(typed)];
  const length = [1, 0, -1]
    .map((more) => wanted.length + more)
    .find((end) => isOneLetterApart(whole.slice(0, end), wanted));
  if (length === undefined) return undefined;
  // Returns the complete word if its spellings differ in length (`ue` for `ü`), because the typed length would then be
  // wrong for `word`.
  return whole.length === word.length ? word.slice(0, length) : word;
}

/**
 * Corrects the only wrong word of the typed text to the spelling in `text`. Returns the corrected word alone, and the
 * complete phrase with the corrected word. Undefined unless exactly one word is wrong.
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
