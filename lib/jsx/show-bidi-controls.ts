/**
 * Matches invisible characters that start or end a piece of text with its own direction (embeddings, overrides and
 * isolates). Marks (U+200E, U+200F, U+061C) are not matched, because ordinary names contain them and they do not
 * reverse text.
 */
const controls = /[\u202A-\u202E\u2066-\u2069]/g;

const found = /[\u202A-\u202E\u2066-\u2069]/;

/**
 * Replaces each direction character with its code, such as `[U+202E]`. The character then cannot reverse the text
 * around it.
 */
export function showBidiControls(text: string): string {
  if (!found.test(text)) return text;
  return text.replace(controls, (one) => `[U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`);
}
