/**
 * Embeddings, overrides and isolates: invisible characters that begin or end a piece of text with its own direction.
 * Marks (U+200E, U+200F, U+061C) are left out, because ordinary names contain such marks, and marks do not reverse
 * text.
 */
const controls = /[\u202A-\u202E\u2066-\u2069]/g;

const found = /[\u202A-\u202E\u2066-\u2069]/;

/** Replaces each such character with its code, such as `[U+202E]`, so that it cannot reverse other characters. */
export function showBidiControls(text: string): string {
  if (!found.test(text)) return text;
  return text.replace(controls, (one) => `[U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`);
}
