import { formatCount } from "#lib/format/format-number.ts";

export const editorTexts = {
  loading: "Loading the numbers…",
  failed: "The numbers could not be read. The filters still work.",
  /** Shown above the values. Says what the numbers count. */
  counted: (window: string) => `Numbers of customers ${window}`,
  notProvided: "Not provided by the API",
  noValues: "No values in these customers",
  moreValues: (count: number) => `Show all ${formatCount(count)}`,
  anyNumber: "Any number",
  anyTime: "Any time",
  from: "At least",
  to: "At most",
  apply: "Apply",
  notNumber: "Enter a whole number",
  order: "Must not be less than “At least”",
  missing: "Enter at least one number",
  noTags: "No customer has a tag yet. Tag customers on their pages.",
  how: "The API has no such filter.",
} as const;
