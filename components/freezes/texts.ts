import { environmentNames } from "#components/ui/environment/environment-names.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Freeze, FreezeRepeats } from "#lib/contract/operations/freeze.ts";
import type { FreezeScope } from "#lib/contract/values/operations/freeze-values.ts";
import { weekdayNames } from "#lib/format/weekday-names.ts";
import { formatWithZone } from "#lib/format/zoned-time.ts";

const plural = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`);

const monthlyWords = ({ counted, day, days }: Extract<FreezeRepeats, { every: "month" }>) => {
  if (counted === "start") return days === 1 ? `day ${day} of a month` : `days ${day} to ${day + days - 1} of a month`;
  if (day === days) return `the last ${plural(days, "day", "days")} of a month`;
  return `${plural(days, "a day", "days")} from the ${day === 2 ? "last day but one" : `${day}th last day`} of a month`;
};

/** When a recurring freeze recurs, such as `Every Saturday, 22:00–06:00`. */
export function repeatsWords(repeats: FreezeRepeats): string {
  const hours = `${repeats.from}–${repeats.to}`;
  if (repeats.every === "month") return `Every month: ${monthlyWords(repeats)}, ${hours}`;
  const names = repeats.days.map((day) => weekdayNames[day - 1] ?? "");
  return `Every ${names.length === 7 ? "day" : names.join(", ")}, ${hours}`;
}

export const scopeNames: Readonly<Record<FreezeScope, string>> = { all: "All changes", planned: "Planned changes" };

export const bannerTexts = {
  by: (name: string) => `Set by ${name}`,
  end: "End freeze…",
} as const;

export const freezeTexts = {
  open: "Freeze…",
  title: (environment: Environment) => `Freeze ${environmentNames[environment]}`,
  scope: "What is frozen",
  scopes: {
    all: "All changes: nothing is sent. Bulk changes and imports pause, and continue by themselves after the freeze.",
    planned: "Planned changes only: other changes are still possible.",
  } satisfies Record<FreezeScope, string>,
  reverts: "Also stop the ends of temporary changes",
  revertsNote:
    "Temporary changes that end during the freeze then stay in force, and the people responsible for them are notified. Otherwise they end as planned.",
  reason: "Reason",
  reasonNote: "Everyone whose change is refused sees it.",
  noReason: "Enter a reason",
  when: "When",
  whens: { now: "Now", later: "Later", week: "Weekly", month: "Monthly" },
  start: "Start",
  end: "End",
  noEnd: { preset: "No end", meaning: "Until an administrator ends the freeze" },
  endsFirst: "Must be after the start",
  past: "Must be in the future",
  days: "Days",
  noDays: "Choose at least one day",
  counted: "Counted from",
  countedFrom: { start: "The start of the month", end: "The end of the month" },
  firstDay: { start: "First day", end: "First day (1 is the last)" },
  numberOfDays: "Number of days",
  badNumber: (most: number) => `Enter a number from 1 to ${most}`,
  pastMonth: "Must end within the month",
  from: "From",
  to: "To",
  badTime: "Enter a time such as 22:00",
  hoursNote:
    "An end that is not after the start is on the next day. If the clocks change, the freeze takes the longer time.",
  zone: "Time zone",
  utc: "UTC",
  cancel: "Cancel",
  submit: "Freeze",
  failed: "Nothing was frozen",
  wasSet: "The freeze is saved",
} as const;

export const releaseTexts = {
  title: (environment: Environment, isInForce: boolean) =>
    isInForce
      ? `End the freeze in ${environmentNames[environment]}?`
      : `Remove the freeze in ${environmentNames[environment]}?`,
  ends: "Changes are possible again at once. Paused bulk changes and imports continue, and planned changes that are due are sent.",
  removes: "This freeze will not begin.",
  onlyThisTime: "End it only this time. It recurs later.",
  reason: "Reason",
  noReason: "Enter a reason",
  cancel: "Keep freeze",
  end: "End freeze",
  remove: "Remove freeze",
  failed: "Nothing was changed",
  wasEnded: "The freeze has ended",
  wasRemoved: "The freeze is removed",
} as const;

export const panelTexts = {
  title: (environment: Environment) => `Freezes in ${environmentNames[environment]}`,
  none: "No freezes",
  loading: "Loading freezes…",
  withReverts: "with ends of temporary changes",
  period: ({ start, end, zone }: Freeze) =>
    end === undefined
      ? `From ${formatWithZone(start, zone)}, until it is ended`
      : `${formatWithZone(start, zone)} to ${formatWithZone(end, zone)}`,
  inForce: "In force",
  next: (at: string, zone: string) => `Next: ${formatWithZone(at, zone)}`,
  released: (name: string, at: string, zone: string, reason: string) =>
    `Ended early by ${name}, ${formatWithZone(at, zone)}: ${reason}`,
  end: "End…",
  remove: "Remove…",
  name: (action: string, reason: string) => `${action} ${reason}`,
} as const;
