/** Letters that no Unicode decomposition takes apart, though people type them without. */
const plainLetters: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l", ı: "i" };

/** Text as it is compared: without case, accents and the finer points of blanks. */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{Mn}/gu, "")
    .replace(/[ßæœøđłı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/\s+/g, " ")
    .trim();
}

/** A folded text in which `ae`, `oe` and `ue` are the same as `ä`, `ö` and `ü`, and a doubled s the same as one. */
export const withoutDigraphs = (text: string): string => text.replace(/([aou])e/g, "$1").replaceAll("ss", "s");

/** The words of a folded text; an apostrophe is no end of a word. */
export const wordsOf = (text: string): string[] =>
  text
    .replace(/['’‘`´]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
