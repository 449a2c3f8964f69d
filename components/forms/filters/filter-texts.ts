import { formatCount } from "#lib/format/format-number.ts";

const maxNamed = 2;

export const filterTexts = {
  any: "any",
  somebody: "someone else",
  add: "Add filter",
  allSet: "Every filter is set",
  back: "All filters",
  clear: "Clear filters",
  /**
   * The accessible name of the button that opens a filter's editor. `value` is empty if the filter's name alone is
   * enough.
   */
  change: (name: string, value: string) => (value === "" ? `${name}, change` : `${name}: ${value}, change`),
  remove: (name: string) => `Remove filter ${name}`,
  /** Several values in words, such as `Essential or Professional` or `Essential or 3 more`. */
  several: (names: readonly string[]) =>
    names.length > maxNamed ? `${names[0]} or ${formatCount(names.length - 1)} more` : names.join(" or "),
  /** The label of the field that searches in a long list of values. */
  seek: (name: string) => `Search in ${name}`,
  noneFound: "No value matches",
  clearSearch: "Clear search",
} as const;
