import { calendarDayFrom } from "#lib/contract/values/calendar.ts";
import { windowPresets } from "#lib/contract/values/customers/customer-filters.ts";
import { type PageView, pageViewParams, parsePageView } from "./page-view.ts";
import { parseWindowRange, resolveWindow, setWindowRange, type Window } from "./window.ts";

/** Days that were chosen in the chart, both included; one day in most cases. */
export interface ChosenDays {
  from: string;
  to: string;
}

/** The view of a customer's activities; all of it is in the page's URL. */
export interface ActivitiesView extends PageView {
  window: Window;
  /** Filters the rows by these days of the window; the chart stays unchanged. */
  days: ChosenDays | undefined;
  /** The API's own words; empty: any. */
  type: string;
  direction: string;
}

/** Longer than any word of an API; the BFF refuses more. */
export const maxFilterWord = 100;

export const defaultActivitiesView: Readonly<ActivitiesView> = {
  window: "all",
  days: undefined,
  type: "",
  direction: "",
  limit: 25,
  offset: 0,
};

/** The members of the page's query that are the activities'. */
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

/** Reads the page's URL; an invalid value counts as absent, and the filters show the actual values. */
export function parseActivitiesView(params: URLSearchParams): ActivitiesView {
  return {
    window: parseWindow(params),
    days: parseDays(params),
    type: wordOf(params.get("type")),
    direction: wordOf(params.get("direction")),
    ...parsePageView(params),
  };
}

/** Writes the page's URL; what is as by default is left out. The inverse of `parseActivitiesView`. */
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

/** The page's query with the activities' members as the view has them, and all others as they are. */
export function withActivitiesView(params: URLSearchParams, view: ActivitiesView): URLSearchParams {
  const changed = new URLSearchParams(params);
  for (const name of names) changed.delete(name);
  for (const [name, value] of activitiesViewParams(view)) changed.set(name, value);
  return changed;
}

/** The query of `GET …/activities` for a view at the instant `nowMs`, window always explicit. */
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

/** What the chart shows: not the chosen days and direction, so that others can be chosen in it. */
export type ActivitiesChartView = Pick<ActivitiesView, "window" | "type">;

/** The query of `GET …/activities/summary` for a view at the instant `nowMs`. */
export function activitySummaryQuery({ window, type }: ActivitiesChartView, nowMs: number): URLSearchParams {
  const params = new URLSearchParams();
  setWindowRange(params, resolveWindow(window, nowMs));
  if (type !== "") params.set("type", type);
  return params;
}

/**
 * The same view with some members changed. Another filter begins at its first row, another page size keeps
 * the row at the top on the page (docs/decisions/0004-where-a-changed-list-begins.md); another window is
 * not narrowed to days of the one before.
 */
export function changeActivitiesView(view: ActivitiesView, change: Partial<ActivitiesView>): ActivitiesView {
  const changed = { ...view, ...("window" in change && { days: undefined }), ...change };
  if (change.offset !== undefined) return changed;
  const onlySize = Object.keys(change).every((member) => member === "limit");
  return { ...changed, offset: onlySize ? view.offset - (view.offset % changed.limit) : 0 };
}

/** True where nothing narrows the list. */
export function showsAllActivities({ window, days, type, direction }: ActivitiesView): boolean {
  return window === "all" && days === undefined && type === "" && direction === "";
}
