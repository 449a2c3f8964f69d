/** Letters that Unicode does not decompose. In a search, people often type plain letters for them. */
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

/** Matches the accents of Latin, Greek and Cyrillic, the points of Hebrew and the vowel signs of Arabic. */
const diacritics = /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670]/g;

/**
 * Normalises a text for searching and sorting. Compatibility forms are unified (NFKC), letters become lower case, and
 * diacritics are removed. Every sequence of white space and control characters becomes one space. Spellings that most
 * people consider equal become equal: `ŁÓDŹ` and `lodz`, `Straße` and `STRASSE`. Marks that distinguish letters stay
 * (in Japanese, Thai and Indic scripts).
 */
export function foldText(text: string): string {
  // A shortcut: most e-mail addresses and half of the names are plain ASCII and need no decomposition.
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
 * The text in which searches look for a term. It has three lines: company name, administrator's e-mail address and
 * customer ID. A search term has no line breaks, so it never matches across two lines.
 */
export function customerSearchText(customer: {
  /** The folded company name. */
  nameKey: string;
  adminEmail: string | undefined;
  customerID: string;
}): string {
  return [customer.nameKey, foldText(customer.adminEmail ?? ""), customer.customerID].join("\n");
}
