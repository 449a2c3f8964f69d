/** The minimum length of a search term that the search index of SQLite can find. */
const trigramLength = 3;

/**
 * The maximum number of trigrams in a query. Further trigrams would exclude few more texts, and each trigram costs a
 * scan of all texts that contain it.
 */
const maxTrigrams = 8;

/**
 * The query that finds all texts in SQLite's trigram index that may contain `term`. Undefined for a term that is too
 * short. The query may match too many texts, because the trigrams may be apart, but never too few.
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
