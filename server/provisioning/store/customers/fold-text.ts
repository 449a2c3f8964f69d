/** Letters that have no Unicode decomposition but are often searched for in plain form. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ħ: "h",
  ı: "i",
  ς: "σ",
};

/** Accents of Latin, Greek and Cyrillic, the points of Hebrew and the vowel signs of Arabic. */
const diacritics = /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670]/g;

/**
 * Normalises a text for searching and sorting: compatibility forms unified (NFKC), lower case, without diacritics, and
 * each run of white space and control characters as one space. Two spellings that a person would call the same become
 * equal: `ŁÓDŹ` and `lodz`, `Straße` and `STRASSE`.
 *
 * Marks that distinguish letters (Japanese, Thai, Indic scripts) are kept.
 */
export function foldText(text: string): string {
  // Most e-mail addresses and half of the names need no decomposition.
  if (/^(?:[!-~]+(?: [!-~]+)*)?$/.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(diacritics, "")
    .replace(/[ßæœøđðłħıς]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize("NFKC")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/**
 * The text that searches match: company name, administrator's e-mail and customer ID, one per line. Folded text has no
 * line breaks, so no term matches across two lines.
 */
export function customerSearchText(customer: {
  /** The company's name, folded. */
  nameKey: string;
  adminEmail: string | undefined;
  customerID: string;
}): string {
  return [customer.nameKey, foldText(customer.adminEmail ?? ""), customer.customerID].join("\n");
}
