import type { ActivitySummary } from "#lib/contract/customers/activity.ts";

/** A timeline entry. `at` is when it happened or was first seen; ISO 8601 in UTC. */
interface Timed {
  at: string;
}

export interface LoadedPart<Entry extends Timed> {
  /** The loaded entries, newest first. */
  entries: readonly Entry[];
  /** True if there are older entries that are not loaded. */
  hasOlder: boolean;
}

/**
 * Merges the loaded parts of several lists, newest first. An entry is omitted while a different list may have a newer
 * entry that is not loaded. Otherwise the timeline could have a gap (docs/decisions/0054-one-timeline.md). Returns at
 * most `maxCount` entries.
 */
export function mergeTimeline<Entry extends Timed>(
  parts: readonly LoadedPart<Entry>[],
  maxCount: number,
): LoadedPart<Entry> {
  const ends = parts.flatMap(({ entries, hasOlder }) => (hasOlder ? (entries.at(-1)?.at ?? []) : []));
  const loadedSince = ends.reduce((latest, at) => (at > latest ? at : latest), "");
  const loaded = parts
    .flatMap(({ entries }) => entries)
    .filter(({ at }) => at >= loadedSince)
    .toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
  return {
    entries: loaded.slice(0, maxCount),
    hasOlder: loaded.length > maxCount || parts.some(({ hasOlder }) => hasOlder),
  };
}

/** Consecutive UTC days with activities and without any other timeline entry between them. */
export interface ActivityRun {
  from: string;
  to: string;
  /** The number of activities for each series of the summary. */
  counts: readonly number[];
  /** True if the API's list was not read completely for these days, so there may be more activities. */
  isPartial: boolean;
}

/** In the timeline, a day comes before all events of that day, because the newest comes first. */
const endOfDay = (day: string) => `${day}T23:59:59.999Z`;

/** Returns a function that is true for days that may have more activities than were counted. */
function partialDays({ coverage, order, days }: ActivitySummary): (day: string) => boolean {
  if (coverage.looked >= coverage.total) return () => false;
  const edge = order === "newest" ? days[0]?.day : order === "oldest" ? days.at(-1)?.day : undefined;
  return (day) => edge === undefined || day === edge;
}

/**
 * Inserts the days with activities into a timeline. Consecutive days without an entry between them become one
 * `ActivityRun`. A customer who telephones every day then still has a short timeline. While older entries are not
 * loaded, days before the last loaded entry are omitted.
 */
export function withActivityRuns<Entry extends Timed>(
  { entries, hasOlder }: LoadedPart<Entry>,
  summary: ActivitySummary | undefined,
): (Entry | ActivityRun)[] {
  const oldest = hasOlder ? (entries.at(-1)?.at ?? "") : "";
  const days = (summary?.days ?? []).filter(({ day }) => endOfDay(day) >= oldest).toReversed();
  const isPartial = summary ? partialDays(summary) : () => false;
  const merged: (Entry | ActivityRun)[] = [];
  let run: ActivityRun | undefined;
  let next = 0;
  const addDaysFrom = (at: string) => {
    for (let day = days[next]; day && endOfDay(day.day) >= at; day = days[++next]) {
      const before: ActivityRun | undefined = run;
      run = {
        from: day.day,
        to: before?.to ?? day.day,
        counts: day.counts.map((count, index) => count + (before?.counts[index] ?? 0)),
        isPartial: isPartial(day.day) || before?.isPartial === true,
      };
    }
    if (run) merged.push(run);
    run = undefined;
  };
  for (const entry of entries) {
    addDaysFrom(entry.at);
    merged.push(entry);
  }
  addDaysFrom("");
  return merged;
}
