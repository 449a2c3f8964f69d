/** The characters that start a formula in a cell, including their full-width forms. */
const sign = "[=+\\-@＝＋－＠]";

/**
 * Matches the start of a cell that contains a formula. Spaces, and apostrophes from an earlier export, may come before
 * the sign.
 */
const atStart = `'*\\s*${sign}`;

/**
 * Matches a formula after a semicolon, because a spreadsheet that splits at semicolons starts a new cell there. Quotes
 * before the sign are skipped like spaces: the file doubles each quote, and a spreadsheet reads two quotes as an empty
 * text.
 */
const behindSemicolon = `'*[\\s"]*${sign}`;

const dangerous = new RegExp(`^(?=${atStart})|(?<=;)(?=${behindSemicolon})`, "gu");

const marked = new RegExp(`^'(?=${atStart})|(?<=;)'(?=${behindSemicolon})`, "gu");

/**
 * Puts an apostrophe before each formula in a text, so that no spreadsheet runs it. This covers spreadsheets that split
 * at commas, and spreadsheets that split at semicolons.
 */
export function markFormulas(text: string): string {
  return text.replace(dangerous, "'");
}

/** Removes the apostrophes that {@link markFormulas} has added. */
export function unmarkFormulas(text: string): string {
  return text.replace(marked, "");
}
