import { formatCount } from "#lib/format/format-number.ts";

export const panelTexts = {
  title: "Filters",
  done: "Done",
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
  marks: "Tags and pins",
  noTags: "No customer has a tag yet. Tag customers on their pages.",
  how: "The API has no such filters. They use what Switchboard has read: each row is as the API last showed it, and opening a customer reads it again.",
  clear: "Clear filters",
} as const;
