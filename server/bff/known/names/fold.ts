/** Letters that have no Unicode decomposition but are often typed in plain form. */
const plainLetters: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l", ı: "i" };

/** Normalises a text for comparison: case, accents and repeated spaces are ignored. */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{Mn}/gu, "")
    .replace(/[ßæœøđłı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/\s+/g, " ")
    .trim();
}

/** Treats `ae`, `oe` and `ue` as `a`, `o` and `u`, and `ss` as `s`. Expects a folded text. */
export const withoutDigraphs = (text: string): string => text.replace(/([aou])e/g, "$1").replaceAll("ss", "s");

/** The words of a folded text. An apostrophe does not end a word. */
export const wordsOf = (text: string): string[] => text.replace(/['’‘`´]/g, "").match(/[\p{L}\p{N}]+/gu) ?? [];
