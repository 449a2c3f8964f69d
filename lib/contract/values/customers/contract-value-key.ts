/**
 * Returns a key that is equal for different spellings of the same plan or term. The key ignores letter case, accents,
 * spaces and punctuation. It contains symbols, because `Basic` and `Basic+` are different plans.
 */
export function contractValueKey(value: string): string {
  const key = value
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{S}]+/gu, "");
  return key === "" ? value : key;
}
