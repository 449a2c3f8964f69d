/** Letters that no Unicode decomposition takes apart, though people search for them without. */
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
 * Text as it is searched and sorted: compatibility forms unified (NFKC), lower case, without
 * diacritics, every run of white space and control characters as one space. Two spellings that a
 * person would call the same fold to the same text: `ŁÓDŹ` and `lodz`, `Straße` and `STRASSE`.
 *
 * Marks that tell letters apart (Japanese, Thai, Indic scripts) stay.
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
 * The text that searches match: company name, administrator's e-mail and customer ID, one per
 * line. Folded text holds no line break, so no term matches across two of them.
 */
export function customerSearchText(customer: {
  /** The company's name, folded. */
  nameKey: string;
  adminEmail: string | undefined;
  customerID: string;
}): string {
  return [customer.nameKey, foldText(customer.adminEmail ?? ""), customer.customerID].join("\n");
}
