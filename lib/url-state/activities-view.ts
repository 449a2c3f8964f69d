import { calendarDayFrom } from "#lib/contract/values/calendar.ts";
import { windowPresets } from "#lib/contract/values/customers/customer-filters.ts";
import { type PageView, pageViewParams, parsePageView } from "./page-view.ts";
import { parseWindowRange, resolveWindow, setWindowRange, type Window } from "./window.ts";

/**
 * The days that the person selected in the chart. The first and the last day are included. Usually both are the same
 * day.
 */
export interface ChosenDays {
  from: string;
  to: string;
}

/** The view of a customer's activities. It is stored completely in the page's URL. */
export interface ActivitiesView extends PageView {
  window: Window;
  /** If set, the list only shows rows of these days. The chart still shows the complete window. */
  days: ChosenDays | undefined;
  /** The type of the activities, in the API's spelling. Empty: all types. */
  type: string;
  direction: string;
}

/** The maximum length of a filter value, in characters. The BFF refuses longer values. The API's values are shorter. */
export const maxFilterWord = 100;

export const defaultActivitiesView: Readonly<ActivitiesView> = {
  window: "all",
  days: undefined,
  type: "",
  direction: "",
  limit: 25,
  offset: 0,
};

/** The URL parameters of the activities. */
const names = ["window", "datefrom", "dateto", "day", "dayto", "type", "direction", "limit", "offset"] as const;

const dayOf = (text: string | null) => calendarDayFrom(text);
const wordOf = (text: string | null) => (text ?? "").trim().slice(0, maxFilterWord).trim();

function parseWindow(params: URLSearchParams): Window {
  const preset = windowPresets.find((name) => name === params.get("window"));
  if (preset) return preset;
  return parseWindowRange(params) ?? defaultActivitiesView.window;
}

function parseDays(params: URLSearchParams): ChosenDays | undefined {
  const from = dayOf(params.get("day"));
  if (from === undefined) return undefined;
  const to = dayOf(params.get("dayto"));
  return { from, to: to !== undefined && to > from ? to : from };
}

/** Parses the page's URL. An invalid value counts as absent. The filters show the values that are actually used. */
export function parseActivitiesView(params: URLSearchParams): ActivitiesView {
  return {
    window: parseWindow(params),
    days: parseDays(params),
    type: wordOf(params.get("type")),
    direction: wordOf(params.get("direction")),
    ...parsePageView(params),
  };
}

/** Writes the page's URL. Default values are omitted. The inverse of `parseActivitiesView`. */
export function activitiesViewParams(view: ActivitiesView): URLSearchParams {
  const params = new URLSearchParams();
  if (typeof view.window !== "string") setWindowRange(params, view.window);
  else if (view.window !== defaultActivitiesView.window) params.set("window", view.window);
  if (view.days) params.set("day", view.days.from);
  if (view.days && view.days.to !== view.days.from) params.set("dayto", view.days.to);
  if (view.type !== "") params.set("type", view.type);
  if (view.direction !== "") params.set("direction", view.direction);
  for (const [name, value] of pageViewParams(view)) params.set(name, value);
  return params;
}

/** Returns the page's query with the view's parameters. All other parameters stay unchanged. */
export function withActivitiesView(params: URLSearchParams, view: ActivitiesView): URLSearchParams {
  const changed = new URLSearchParams(params);
  for (const name of names) changed.delete(name);
  for (const [name, value] of activitiesViewParams(view)) changed.set(name, value);
  return changed;
}

/**
 * The query of `GET …/activities` for a view. It always contains dates: the days that the person selected in the chart,
 * or otherwise the window. A relative window is counted back from `nowMs`.
 */
export function activitiesQuery(view: ActivitiesView, nowMs: number): URLSearchParams {
  const params = new URLSearchParams();
  params.set("limit", String(view.limit));
  params.set("offset", String(view.offset));
  const { days } = view;
  setWindowRange(params, days ? { datefrom: days.from, dateto: days.to } : resolveWindow(view.window, nowMs));
  if (view.type !== "") params.set("type", view.type);
  if (view.direction !== "") params.set("direction", view.direction);
  return params;
}

/**
 * The part of a view that determines the chart: the window and the type. The chart always shows all days and all
 * directions, so that a person can choose different ones.
 */
export type ActivitiesChartView = Pick<ActivitiesView, "window" | "type">;

/** The query of `GET …/activities/summary` for a view. A relative window is counted back from `nowMs`. */
export function activitySummaryQuery({ window, type }: ActivitiesChartView, nowMs: number): URLSearchParams {
  const params = new URLSearchParams();
  setWindowRange(params, resolveWindow(window, nowMs));
  if (type !== "") params.set("type", type);
  return params;
}

/**
 * Changes some members of a view. After a changed filter, the list starts at its first page. After a changed page size,
 * the top row stays visible (docs/decisions/0004-where-a-changed-list-begins.md). After a changed window, no days are
 * chosen.
 */
export function changeActivitiesView(view: ActivitiesView, change: Partial<ActivitiesView>): ActivitiesView {
  const changed = { ...view, ...("window" in change && { days: undefined }), ...change };
  if (change.offset !== undefined) return changed;
  const onlySize = Object.keys(change).every((member) => member === "limit");
  return { ...changed, offset: onlySize ? view.offset - (view.offset % changed.limit) : 0 };
}

/** True if the view has no filter. */
export function showsAllActivities({ window, days, type, direction }: ActivitiesView): boolean {
  return window === "all" && days === undefined && type === "" && direction === "";
}
