/** Characters without a form of their own that change the order in which the text around them is shown. */
const controls = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

const found = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

/** The text with the code of each such character in its place, such as `[U+202E]`: it has no effect on the others. */
export function showBidiControls(text: string): string {
  if (!found.test(text)) return text;
  return text.replace(controls, (one) => `[U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`);
}
