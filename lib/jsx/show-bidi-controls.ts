/**
 * Embeddings, overrides and isolates: characters without a form of their own that begin or end a stretch of text with a
 * direction of its own. Not the marks (U+200E, U+200F, U+061C), which honest names have and which turn nothing around.
 */
const controls = /[\u202A-\u202E\u2066-\u2069]/g;

const found = /[\u202A-\u202E\u2066-\u2069]/;

/** The text with the code of each such character in its place, such as `[U+202E]`: it has no effect on the others. */
export function showBidiControls(text: string): string {
  if (!found.test(text)) return text;
  return text.replace(controls, (one) => `[U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`);
}
