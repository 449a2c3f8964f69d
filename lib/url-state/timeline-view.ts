import { type TimelineKind, timelineKinds } from "#lib/timeline/timeline-kinds.ts";
import { activitiesViewParams, defaultActivitiesView, parseActivitiesView } from "./activities-view.ts";
import { declareView, field, optional, someOf } from "./declared-view.ts";

/** The maximum number of parts of a timeline. Older entries are on the list page of each kind. */
export const maxTimelineParts = 20;

function partsOf(text: string): number | undefined {
  const parts = Number(text);
  return Number.isInteger(parts) && parts >= 1 && parts <= maxTimelineParts ? parts : undefined;
}

function instantOf(text: string): string | undefined {
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.test(text) && !Number.isNaN(Date.parse(text));
  return isInstant ? new Date(text).toISOString() : undefined;
}

const declared = declareView({
  show: someOf(timelineKinds, "show"),
  /** The number of parts that the person has loaded so far. */
  parts: field(1, partsOf, String),
  /** The time for which the page shows the customer's known state. */
  asOn: optional(instantOf),
});

/** The view of a customer's timeline. It is stored completely in the page's URL. */
export interface TimelineView {
  /** The kinds of entries. Empty: all kinds. */
  show: readonly TimelineKind[];
  parts: number;
  asOn: string | undefined;
}

const names = ["show", "parts", "asOn"] as const;

/**
 * True if the query contains filters that only the list of activities has. The window does not count, because the
 * timeline has a window too.
 */
function hasActivityFilters(params: URLSearchParams): boolean {
  const view = parseActivitiesView(params);
  return activitiesViewParams({ ...view, window: defaultActivitiesView.window }).size > 0;
}

/** Parses the page's URL. If the URL contains filters of activities, the view shows only activities. */
export function parseTimelineView(params: URLSearchParams): TimelineView {
  const view = declared.parse(params);
  return view.show.length === 0 && hasActivityFilters(params) ? { ...view, show: ["activities"] } : view;
}

/** True if the view shows only activities. It is then a list with its own filters and pages. */
export const showsOnlyActivities = ({ show }: TimelineView) => show.length === 1 && show[0] === "activities";

/** True if entries of this kind are shown. */
export const showsKind = ({ show }: TimelineView, kind: TimelineKind) => show.length === 0 || show.includes(kind);

/** Changes some members of a view. After a changed filter, the timeline starts at its newest part again. */
export function changeTimelineView(view: TimelineView, change: Partial<TimelineView>): TimelineView {
  return { ...view, ...("show" in change && { parts: 1 }), ...change };
}

/**
 * Returns the page's query with the view's parameters. The filters of activities are removed unless the view shows only
 * activities.
 */
export function withTimelineView(params: URLSearchParams, view: TimelineView): URLSearchParams {
  const changed = new URLSearchParams(params);
  for (const name of names) changed.delete(name);
  if (!showsOnlyActivities(view)) {
    const { window } = parseActivitiesView(params);
    for (const name of activitiesViewParams(parseActivitiesView(params)).keys()) changed.delete(name);
    const kept = activitiesViewParams({ ...defaultActivitiesView, window });
    for (const [name, value] of kept) changed.set(name, value);
  }
  for (const [name, value] of declared.params(view)) changed.set(name, value);
  return changed;
}

/** The query of a customer's page that shows the customer's known state at the time `asOn`. */
export const timelineParams = (asOn: string): URLSearchParams => declared.params({ asOn });
