import type { Coverage, RowOrder } from "#lib/contract/day-counts.ts";
import type { ChosenDays } from "#lib/url-state/activities-view.ts";

export const activityForms = { one: "activity", other: "activities" } as const;

export const activitiesTexts = {
  title: "Activities",
  caption: "Activities, as the API orders them",
  pager: "Pages of activities",
  reload: "Reload activities",
  filters: "Filters of activities",
  searching: "Reading…",
  notRead: "Not read",
  loading: "Loading activities…",
  none: "No activities",
  kept: "The rows below are the last good ones, read at",
  keptEarlier: "Below is still what was shown before, read at",
  pagedLocally: "The API gave them all at once; the console divides them into pages.",
  envelope: "More that the API said about this list",
  pastTheEnd: "This page is past the end of the list",
  lastPage: "Go to the last page",
  clearFilters: "Remove all filters",
  noDirection: "No direction",
  otherDirections: "Others",
} as const;

export const activityColumnTexts = {
  at: "When",
  type: "Type",
  direction: "Direction",
  from: "From",
  to: "To",
  duration: "Duration",
  raw: "As it came",
  show: "Show all that the API sent about it",
  hide: "Hide what the API sent about it",
  showUTC: "Show times in UTC",
  showLocal: "Show times in your own zone",
  utc: "UTC",
  local: "Local",
} as const;

export const chartTexts = {
  label: "Activities by day and direction",
  barName: "Day (UTC)",
  days: "Days are UTC days, as the API's filters are.",
  loading: "Counting activities…",
  reload: "Count again",
  failed: "The chart could not be made",
  nothing: "No activity to draw.",
  withoutDay: (count: number) => `${count} without a time ${count === 1 ? "is" : "are"} not in it.`,
} as const;

const readingOrder: Readonly<Record<RowOrder, string>> = { newest: "the latest", oldest: "the first", none: "" };

/** `All 60 activities`, `The latest 500 of 1,240 activities`: how much the chart covers. */
export function coverageInWords(
  { looked, total }: Coverage,
  order: RowOrder,
  count: (value: number) => string,
  plural: (value: number) => string,
): string {
  if (looked >= total) return total === 1 ? "The one activity there is." : `All ${plural(total)}.`;
  const words = `${readingOrder[order]} ${count(looked)} of ${plural(total)}`.trim();
  const rest = order === "none" ? "No day is certain to be complete." : "Hatched days are not wholly counted.";
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}. ${rest}`;
}

export const activityWindowTexts = {
  chip: "Time",
  open: "Change the window of time",
  remove: "Show all time",
  presets: "Window of time",
} as const;

/** `all time`, `last 30 days`, `2026-10-01 to 2026-10-31 (UTC)`. */
export const daysTexts = {
  chip: (days: ChosenDays) => (days.from === days.to ? "Day" : "Days"),
  remove: "Show the whole window again",
} as const;

interface WordTexts {
  chip: string;
  open: string;
  remove: string;
  any: string;
  offered: string;
  other: string;
  nothingSeen: string;
}

export const wordTexts: Readonly<Record<"type" | "direction", WordTexts>> = {
  type: {
    chip: "Type",
    open: "Filter by type",
    remove: "Show every type",
    any: "any",
    offered: "Types seen so far",
    other: "Another type",
    nothingSeen: "No type was seen yet: enter one.",
  },
  direction: {
    chip: "Direction",
    open: "Filter by direction",
    remove: "Show every direction",
    any: "any",
    offered: "Directions seen so far",
    other: "Another direction",
    nothingSeen: "No direction was seen yet: enter one.",
  },
};

export const wordFilterTexts = { apply: "Filter", missing: "Enter a word" } as const;

export const noActivitiesTexts = {
  filtered: { title: "No activity matches", reason: "The filters above leave none." },
  nothing: {
    title: "Nothing has happened here yet",
    reason: "The API has no activity of this customer, at any time.",
  },
} as const;
