import {
  type CustomerSortKey,
  customerSortKeys,
  defaultWindowDays,
  maxSearchTermLength,
} from "#lib/contract/customer-list.ts";
import { calendarDaySchema, utcDaysAgo } from "#lib/contract/dates.ts";
import { type CustomersLayout, parseCustomersLayout, writeCustomersLayout } from "#lib/customers-layout.ts";
import { pageSizes } from "./page-view.ts";

/** The windows that the chip offers; the URL keeps them relative, requests to the API never do. */
export const windowPresets = ["7d", "30d", "90d", "1y", "all"] as const;

export type WindowPreset = (typeof windowPresets)[number];

/** An explicit range of UTC days, both included. */
export interface WindowRange {
  datefrom: string;
  dateto?: string;
}

/** What "all time" is for the API, which knows no other way to say it. */
export const earliestDate = "1970-01-01";

/** How many days back a preset reaches; `all` has no such number. */
export const windowDays: Readonly<Record<Exclude<WindowPreset, "all">, number>> = {
  "7d": defaultWindowDays,
  "30d": 30,
  "90d": 90,
  "1y": 365,
};

/** Everything that the customers page shows is decided by this, and all of it stands in the URL. */
export interface CustomersView {
  window: WindowPreset | WindowRange;
  searchTerm: string;
  includeDeleted: boolean;
  sort: CustomerSortKey;
  ascending: boolean;
  limit: (typeof pageSizes)[number];
  offset: number;
  /** The window in which a search found nothing, so that the console has widened it; never without a search. */
  widenedFrom?: CustomersView["window"] | undefined;
  /** The saved view that this one was begun from, and may have departed from since. */
  viewID?: string | undefined;
  /** The columns and density of that view, so that its link carries them; without it they are the person's own. */
  layout?: CustomersLayout | undefined;
}

export const defaultCustomersView: Readonly<CustomersView> = {
  window: "7d",
  searchTerm: "",
  includeDeleted: false,
  sort: "created",
  ascending: false,
  limit: 25,
  offset: 0,
};

function oneOf<Value extends string | number>(allowed: readonly Value[], text: string | null): Value | undefined {
  return allowed.find((value) => String(value) === text);
}

function day(text: string | null): string | undefined {
  return calendarDaySchema.safeParse(text).data;
}

/** A window as one word: `90d`, `2026-01-01`, `2026-01-01..2026-01-31`. */
function parseWindowWord(text: string | null): CustomersView["window"] | undefined {
  const preset = oneOf(windowPresets, text);
  if (preset) return preset;
  const [from = null, to, ...more] = (text ?? "").split("..");
  const [datefrom, dateto] = [day(from), day(to ?? null)];
  if (datefrom === undefined || more.length > 0 || (to !== undefined && dateto === undefined)) return undefined;
  if (dateto === undefined) return { datefrom };
  return dateto >= datefrom ? { datefrom, dateto } : undefined;
}

function windowWord(window: CustomersView["window"]): string {
  if (typeof window === "string") return window;
  return window.dateto === undefined ? window.datefrom : `${window.datefrom}..${window.dateto}`;
}

const viewIDPattern = /^[\w-]{1,64}$/;

function parseWindow(params: URLSearchParams): CustomersView["window"] {
  const preset = oneOf(windowPresets, params.get("window"));
  if (preset) return preset;
  const datefrom = day(params.get("datefrom"));
  const dateto = day(params.get("dateto"));
  if (datefrom === undefined && dateto === undefined) return defaultCustomersView.window;
  const from = datefrom ?? earliestDate;
  return dateto !== undefined && dateto >= from ? { datefrom: from, dateto } : { datefrom: from };
}

/**
 * Reads the page's URL. A value that makes no sense counts as not given: a link that somebody
 * mistyped still opens the page, and the chips show what is in force.
 */
export function parseCustomersView(params: URLSearchParams): CustomersView {
  const offset = params.get("offset") ?? "";
  const searchTerm = (params.get("searchTerm") ?? "").trim().slice(0, maxSearchTermLength).trim();
  const widenedFrom = searchTerm === "" ? undefined : parseWindowWord(params.get("widenedFrom"));
  const viewID = params.get("view") ?? "";
  const layout = parseCustomersLayout(params.get("layout"));
  return {
    window: parseWindow(params),
    searchTerm,
    includeDeleted: params.get("includeDeleted") === "true",
    sort: oneOf(customerSortKeys, params.get("sort")) ?? defaultCustomersView.sort,
    ascending: params.get("ascending") === "true",
    limit: oneOf(pageSizes, params.get("limit")) ?? defaultCustomersView.limit,
    offset: /^\d{1,15}$/.test(offset) ? Number(offset) : 0,
    ...(widenedFrom && { widenedFrom }),
    ...(viewIDPattern.test(viewID) && { viewID }),
    ...(layout && { layout }),
  };
}

function setWindow(params: URLSearchParams, window: WindowRange): void {
  params.set("datefrom", window.datefrom);
  if (window.dateto !== undefined) params.set("dateto", window.dateto);
}

/** Writes the page's URL; what is as by default is left out. The inverse of `parseCustomersView`. */
export function customersViewParams(view: CustomersView): URLSearchParams {
  const params = new URLSearchParams();
  if (typeof view.window !== "string") setWindow(params, view.window);
  else if (view.window !== defaultCustomersView.window) params.set("window", view.window);
  if (view.searchTerm !== "") params.set("searchTerm", view.searchTerm);
  if (view.includeDeleted) params.set("includeDeleted", "true");
  if (view.sort !== defaultCustomersView.sort) params.set("sort", view.sort);
  if (view.ascending) params.set("ascending", "true");
  if (view.limit !== defaultCustomersView.limit) params.set("limit", String(view.limit));
  if (view.offset !== 0) params.set("offset", String(view.offset));
  if (view.widenedFrom && view.searchTerm !== "") params.set("widenedFrom", windowWord(view.widenedFrom));
  if (view.viewID !== undefined) params.set("view", view.viewID);
  if (view.layout) params.set("layout", writeCustomersLayout(view.layout));
  return params;
}

/** What of a view the API is asked: all but how the page came to it and how it looks. */
export function questionOf({ widenedFrom: _, viewID: __, layout: ___, ...question }: CustomersView): CustomersView {
  return question;
}

/** The query that a saved view keeps: the question without its page. One and the same for equal questions. */
export function savedQuery(view: CustomersView): string {
  return customersViewParams({ ...questionOf(view), offset: 0 }).toString();
}

/** The days that a window means at the instant `nowMs`. */
export function resolveWindow(window: CustomersView["window"], nowMs: number): WindowRange {
  if (typeof window !== "string") return window;
  return { datefrom: window === "all" ? earliestDate : utcDaysAgo(nowMs, windowDays[window]) };
}

/** The query of `GET /api/{environment}/customers` for a view at the instant `nowMs`, window always explicit. */
export function customersQuery(view: CustomersView, nowMs: number): URLSearchParams {
  const params = new URLSearchParams();
  params.set("limit", String(view.limit));
  params.set("offset", String(view.offset));
  params.set("sort", view.sort);
  params.set("ascending", String(view.ascending));
  setWindow(params, resolveWindow(view.window, nowMs));
  if (view.searchTerm !== "") params.set("searchTerm", view.searchTerm);
  params.set("includeDeleted", String(view.includeDeleted));
  return params;
}

/**
 * The same view with some members changed. Another filter or order begins at its first row; another
 * page size keeps the row at the top on the page (docs/decisions/0004-where-a-changed-list-begins.md), another
 * layout keeps the page.
 * A window that was widened for one search goes back with the next one, which may need no widening.
 */
export function changeCustomersView(view: CustomersView, change: Partial<CustomersView>): CustomersView {
  const { widenedFrom, ...before } = view;
  const changed: CustomersView = { ...before, ...change };
  const isOtherSearch = change.searchTerm !== undefined && change.searchTerm !== view.searchTerm;
  if (widenedFrom && isOtherSearch && change.window === undefined) changed.window = widenedFrom;
  else if (widenedFrom && change.window === undefined) changed.widenedFrom = widenedFrom;
  if (change.offset !== undefined) return changed;
  const members = Object.keys(change);
  if (members.every((member) => member === "layout")) return changed;
  const onlySize = members.every((member) => member === "limit");
  return { ...changed, offset: onlySize ? view.offset - (view.offset % changed.limit) : 0 };
}

/** The query of `GET /api/{environment}/customers/export` for a view at the instant `nowMs`: its filters, no page. */
export function exportQuery(view: CustomersView, format: "csv" | "json", nowMs: number): URLSearchParams {
  const params = customersQuery(view, nowMs);
  for (const name of ["limit", "offset", "sort", "ascending"]) params.delete(name);
  params.set("format", format);
  return params;
}
