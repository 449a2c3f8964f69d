/** Vowels with umlauts, and how people write them on keyboards without umlauts. */
const digraphs: readonly (readonly [plain: string, marked: string])[] = [
  ["ae", "ä"],
  ["oe", "ö"],
  ["ue", "ü"],
  ["ss", "ß"],
];

function replaced(term: string, from: 0 | 1): string {
  return digraphs.reduce((text, pair) => {
    const [is, becomes] = from === 0 ? pair : ([pair[1], pair[0]] as const);
    return text.replace(new RegExp(is, "giu"), (found) =>
      found[0] === found[0]?.toUpperCase() && /\p{Lu}/u.test(found)
        ? becomes.charAt(0).toUpperCase() + becomes.slice(1)
        : becomes,
    );
  }, term);
}

/** Other spellings of the term: `Mueller` for `Müller`, and `Müller` for `Mueller`. */
export function otherSpellings(term: string): string[] {
  const text = term.normalize("NFC");
  return [...new Set([replaced(text, 0), replaced(text, 1)])].filter((spelling) => spelling !== text);
}

/** The maximum number of parts that are searched for a text without an exact match. */
const maxTerms = 5;

/** The minimum number of letters of a search term. Two letters match nearly every name. */
const minLetters = 3;

/**
 * The parts of a name to search for: its longest words and its halves. At least one part is right even if one letter is
 * wrong or the words have another order. The middle part covers two swapped letters on both sides of the cut.
 */
export function partsOfTerm(term: string): string[] {
  const words = term.split(/[^\p{L}\p{N}'’]+/u).filter(({ length }) => length >= minLetters);
  const letters = [...term];
  const { length } = letters;
  const cut = (from: number, to: number) => letters.slice(Math.floor(from), Math.ceil(to)).join("").trim();
  const longest = words.length < 2 ? [] : words.toSorted((a, b) => b.length - a.length).slice(0, 2);
  const halves = [cut(0, length / 2), cut(length / 2, length), cut(length / 4, (length * 3) / 4)];
  const spelled = longest.flatMap((word) => otherSpellings(word).slice(0, 1));
  const parts = [...longest, ...spelled, ...halves].filter((part) => part.length >= minLetters && part !== term);
  return [...new Set(parts)].slice(0, maxTerms);
}
