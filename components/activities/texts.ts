import type { Coverage, RowOrder } from "#lib/contract/day-counts.ts";
import type { ChosenDays } from "#lib/url-state/activities-view.ts";

export const activityForms = { one: "activity", other: "activities" } as const;

export const activitiesTexts = {
  title: "Activities",
  caption: "Activities, in the API's order",
  pager: "Pages of activities",
  filters: "Activity filters",
  searching: "Loading…",
  notRead: "Not loaded",
  loading: "Loading activities…",
  none: "No activities",
  /** A text such as `1–25 of 212 activities`. */
  placesOf: (places: string, all: string) => `${places} of ${all}`,
  kept: "Showing the last good rows, read at",
  keptEarlier: "Still showing the previous rows, read at",
  pagedLocally: "The API sent all rows at once. Switchboard divides them into pages.",
  envelope: "Other data about this list",
  noDirection: "No direction",
  otherDirections: "Other",
} as const;

export const activityColumnTexts = {
  at: "When",
  type: "Type",
  direction: "Direction",
  from: "From",
  to: "To",
  duration: "Duration",
  raw: "Raw data",
  show: "Show raw data",
  hide: "Hide raw data",
} as const;

export const chartTexts = {
  label: "Activities by day and direction",
  barName: "Day (UTC)",
  days: "Days are in UTC, like the API's filters.",
  loading: "Counting activities…",
  reload: "Try again",
  failed: "The chart could not be loaded",
  nothing: "No activities to show.",
  withoutDay: (count: number) => `${count} without a time ${count === 1 ? "is" : "are"} not included.`,
} as const;

const readingOrder: Readonly<Record<RowOrder, string>> = { newest: "the latest", oldest: "the first", none: "" };

/** The coverage of the chart in words, such as `All 60 activities` or `The latest 500 of 1,240 activities`. */
export function coverageText(
  { looked, total }: Coverage,
  order: RowOrder,
  count: (value: number) => string,
  plural: (value: number) => string,
): string {
  if (looked >= total) return total === 1 ? "1 activity in total." : `All ${plural(total)}.`;
  const words = `${readingOrder[order]} ${count(looked)} of ${plural(total)}`.trim();
  const rest = order === "none" ? "Any day may be incomplete." : "Days with a dashed outline are not fully counted.";
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}. ${rest}`;
}

export const activityFilterTexts = { time: "Time" } as const;

/** Texts for the timeline, which counts activities by days. */
export const runTexts = {
  atLeast: (all: string) => `At least ${all}`,
  days: "Days of activities are in UTC.",
  counted: (looked: string, total: string) => `${looked} of ${total} activities are counted.`,
  window: "Activities",
} as const;

/** Texts of the filter by days. A person chooses these days in the chart. */
export const daysTexts = {
  chip: (days: ChosenDays) => (days.from === days.to ? "Day" : "Days"),
  days: (days: string) => `${days} (UTC)`,
} as const;

interface WordTexts {
  chip: string;
  other: string;
  nothingSeen: string;
}

export const wordTexts: Readonly<Record<"type" | "direction", WordTexts>> = {
  type: {
    chip: "Type",
    other: "Another type",
    nothingSeen: "No types seen yet. Enter one.",
  },
  direction: {
    chip: "Direction",
    other: "Another direction",
    nothingSeen: "No directions seen yet. Enter one.",
  },
};

export const wordFilterTexts = { apply: "Filter", missing: "Enter a value" } as const;

export const noActivitiesTexts = {
  filtered: "No activities match",
  nothing: {
    title: "No activities yet",
    reason: "The API lists no activities for this customer.",
  },
} as const;
