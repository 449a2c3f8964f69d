/** What makes a formula of a cell that begins with it, in its wide forms too. */
const sign = "[=+\\-@＝＋－＠]";

/** At the beginning of a cell: a formula, behind blanks too, or what has an apostrophe for it already. */
const atStart = `'*\\s*${sign}`;

/**
 * Behind a semicolon, where a spreadsheet that splits there begins another cell. Quotes count as blanks: they
 * are doubled in the file, and two of them are an empty text with the formula behind it.
 */
const behindSemicolon = `'*[\\s"]*${sign}`;

const dangerous = new RegExp(`^(?=${atStart})|(?<=;)(?=${behindSemicolon})`, "gu");

const marked = new RegExp(`^'(?=${atStart})|(?<=;)'(?=${behindSemicolon})`, "gu");

/** A text in which no spreadsheet finds a formula, whether it splits at commas or at semicolons. */
export function markFormulas(text: string): string {
  return text.replace(dangerous, "'");
}

/** The text that {@link markFormulas} was given. */
export function unmarkFormulas(text: string): string {
  return text.replace(marked, "");
}
