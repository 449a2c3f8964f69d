/** A character with which a cell becomes a formula, including its full-width forms. */
const sign = "[=+\\-@＝＋－＠]";

/** The beginning of a cell that is a formula, also after spaces, or that already has an apostrophe because of one. */
const atStart = `'*\\s*${sign}`;

/**
 * A formula after a semicolon, because a spreadsheet that splits at semicolons begins another cell there. Quotes count
 * as spaces: the file contains them doubled, and two of them are an empty text before the formula.
 */
const behindSemicolon = `'*[\\s"]*${sign}`;

const dangerous = new RegExp(`^(?=${atStart})|(?<=;)(?=${behindSemicolon})`, "gu");

const marked = new RegExp(`^'(?=${atStart})|(?<=;)'(?=${behindSemicolon})`, "gu");

/**
 * Marks formulas in a text with apostrophes, so that no spreadsheet runs them, whether it splits at commas or at
 * semicolons.
 */
export function markFormulas(text: string): string {
  return text.replace(dangerous, "'");
}

/** Returns the text from before {@link markFormulas}. */
export function unmarkFormulas(text: string): string {
  return text.replace(marked, "");
}
