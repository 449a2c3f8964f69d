/** The minimum length of a search term for SQLite's search index, in characters. */
const trigramLength = 3;

/**
 * The maximum number of trigrams in a query. More trigrams would exclude only a few more texts, and each trigram costs
 * a scan of all texts that contain it.
 */
const maxTrigrams = 8;

/**
 * Returns a query for SQLite's trigram index that finds all texts that may contain `term`. Undefined if the term is too
 * short. The query may also find texts without the term, because the trigrams may be in different places of a text. It
 * finds every text with the term.
 */
export function trigramQuery(term: string): string | undefined {
  const characters = Array.from(term);
  const last = characters.length - trigramLength;
  if (last < 0) return undefined;
  const count = Math.min(maxTrigrams, Math.ceil(characters.length / trigramLength));
  const trigrams = new Set<string>();
  for (let index = 0; index < count; index++) {
    const start = count === 1 ? 0 : Math.round((index * last) / (count - 1));
    trigrams.add(characters.slice(start, start + trigramLength).join(""));
  }
  return [...trigrams].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(" AND ");
}
