/**
 * What the spellings of a plan or a term are compared by: without letter case, accents, blanks and punctuation. Symbols
 * stay, because they tell values apart: `Basic` and `Basic+`.
 */
export function contractValueKey(value: string): string {
  const key = value
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{S}]+/gu, "");
  return key === "" ? value : key;
}
