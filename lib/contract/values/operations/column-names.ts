/** Normalises a column name for comparison: ignores letter case, accents, spaces, punctuation and symbols. */
export function columnKey(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
