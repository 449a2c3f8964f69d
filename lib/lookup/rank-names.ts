/** Text as it is compared: without case, accents and the finer points of blanks. */
function folded(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{Mn}/gu, "")
    .replaceAll("ß", "ss")
    .replace(/\s+/g, " ")
    .trim();
}

/** How well a text answers to what was typed: the same, begins so, has a word that begins so, the rest. */
function distance(text: string, term: string): number {
  if (text === term) return 0;
  if (text.startsWith(term)) return 1;
  return text.includes(` ${term}`) ? 2 : 3;
}

/** What fits best first; among equals the order in which they came. `textsOf` gives what may be meant. */
export function bestFirst<Item>(items: readonly Item[], typed: string, textsOf: (item: Item) => string[]): Item[] {
  const term = folded(typed);
  const ranked = items.map((item) => ({
    item,
    rank: Math.min(...textsOf(item).map((text) => distance(folded(text), term))),
  }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}
