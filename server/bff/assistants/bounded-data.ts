import { showBidiControls } from "#lib/jsx/show-bidi-controls.ts";

/** The maximum length of a text in a result, in characters. */
export const maxText = 500;

/** The maximum size of a result, in characters of its JSON text. */
export const maxResult = 48_000;

/** The maximum number of items in a list. The first of these numbers that makes the result small enough is used. */
const maxItems = [50, 20, 5, 1];

/** The maximum length of the name of a member, in characters. */
const maxName = 100;

/** Members with raw data of the API. Their size has no limit, and no tool describes them. */
const openMembers: ReadonlySet<string> = new Set(["raw", "envelope", "knownPaths"]);

/**
 * Matches control characters (except line feed and tab, which ordinary notes contain), line separators and invisible
 * characters.
 */
export const hiddenCharacters = /(?![\n\t])[\p{Cc}\u2028\u2029\p{Default_Ignorable_Code_Point}]/gu;

const codeOf = (character: string) =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;

/**
 * A text from outside as an assistant gets it: shortened, and with its control and direction characters shown as codes.
 * Invisible characters could hide a sentence from the person who reads the same text.
 */
export function boundedText(text: string, max = maxText): string {
  const isLong = text.length > max;
  // A cut in the middle of a surrogate pair would leave half a character.
  const start = isLong ? text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "") : text;
  const shown = showBidiControls(start.replace(hiddenCharacters, codeOf));
  return isLong ? `${shown}… [shortened, ${text.length} characters]` : shown;
}

/** `isCut` becomes true if an item of a list was left out. */
interface Bounds {
  maxItems: number;
  isCut: boolean;
}

function boundedValue(value: unknown, bounds: Bounds): unknown {
  if (typeof value === "string") return boundedText(value);
  if (Array.isArray(value)) {
    if (value.length > bounds.maxItems) bounds.isCut = true;
    return value.slice(0, bounds.maxItems).map((item) => boundedValue(item, bounds));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => !openMembers.has(name) && member !== undefined)
      .map(([name, member]) => [boundedText(name, maxName), boundedValue(member, bounds)]),
  );
}

/**
 * Bounds a result: the length of its texts, the number of items of its lists, and its whole size. `isCut` is true if
 * items were left out. Undefined if even the smallest form is too large (docs/decisions/0069-text-for-assistants.md).
 */
export function boundedData(value: object): { value: object; isCut: boolean } | undefined {
  for (const max of maxItems) {
    const bounds = { maxItems: max, isCut: false };
    const bounded = boundedValue(value, bounds) as object;
    if (JSON.stringify(bounded).length <= maxResult) return { value: bounded, isCut: bounds.isCut };
  }
  return undefined;
}
