import { calendarDayFrom } from "#lib/contract/values/calendar.ts";
import { maxSearchTermLength, windowPresets } from "#lib/contract/values/customers/customer-filters.ts";
import { isKnownSortKey, type ListSortKey, listSortKeys } from "#lib/contract/values/customers/known-filters.ts";
import { type CustomersLayout, parseCustomersLayout, writeCustomersLayout } from "#lib/customers/customers-layout.ts";
import {
  hasKnownFilters,
  type KnownFiltersView,
  knownFilterParams,
  knownFiltersView,
  noKnownFilters,
} from "./known-filters.ts";
import { pageSizes } from "./page-view.ts";
import { parseWindowRange, resolveWindow, setWindowRange, type Window } from "./window.ts";

/** The view of the customers page. It is stored completely in the URL. */
export interface CustomersView extends KnownFiltersView {
  window: Window;
  searchTerm: string;
  includeDeleted: boolean;
  /** The sort key. If the API does not have this key, the page shows customers from the store of known customers. */
  sort: ListSortKey;
  ascending: boolean;
  limit: (typeof pageSizes)[number];
  offset: number;
  /** Set if the console has widened the window of a search without results: the window that the person chose. */
  widenedFrom?: Window | undefined;
  /** The ID of the saved view that was opened. The person may have changed the filters since then. */
  viewID?: string | undefined;
  /**
   * The columns and the row height that the saved view's link contains. If undefined, the person's own layout is used.
   */
  layout?: CustomersLayout | undefined;
}

export const defaultCustomersView: Readonly<CustomersView> = {
  window: "7d",
  searchTerm: "",
  includeDeleted: false,
  ...noKnownFilters,
  sort: "created",
  ascending: false,
  limit: 25,
  offset: 0,
};

function oneOf<Value extends string | number>(allowed: readonly Value[], text: string | null): Value | undefined {
  return allowed.find((value) => String(value) === text);
}

function day(text: string | null): string | undefined {
  return calendarDayFrom(text);
}

/** Parses a window from one text: `90d`, `2026-01-01`, `2026-01-01..2026-01-31`. */
function parseWindowWord(text: string | null): Window | undefined {
  const preset = oneOf(windowPresets, text);
  if (preset) return preset;
  const [from = null, to, ...more] = (text ?? "").split("..");
  const [datefrom, dateto] = [day(from), day(to ?? null)];
  if (datefrom === undefined || more.length > 0 || (to !== undefined && dateto === undefined)) return undefined;
  if (dateto === undefined) return { datefrom };
  return dateto >= datefrom ? { datefrom, dateto } : undefined;
}

function windowWord(window: Window): string {
  if (typeof window === "string") return window;
  return window.dateto === undefined ? window.datefrom : `${window.datefrom}..${window.dateto}`;
}

const viewIDPattern = /^[\w-]{1,64}$/;

function parseWindow(params: URLSearchParams): Window | undefined {
  return oneOf(windowPresets, params.get("window")) ?? parseWindowRange(params);
}

const hasMark = ({ pinned, tag }: Pick<CustomersView, "pinned" | "tag">): boolean => pinned || tag.length > 0;

/**
 * Parses the page's URL. An invalid value counts as absent, so that a link with a typing error still opens the page.
 * The filters show the values that are actually used.
 */
export function parseCustomersView(params: URLSearchParams): CustomersView {
  const offset = params.get("offset") ?? "";
  const searchTerm = (params.get("searchTerm") ?? "").trim().slice(0, maxSearchTermLength).trim();
  const widenedFrom = searchTerm === "" ? undefined : parseWindowWord(params.get("widenedFrom"));
  const viewID = params.get("view") ?? "";
  const layout = parseCustomersLayout(params.get("layout"));
  const filters = knownFiltersView.parse(params);
  const window = parseWindow(params);
  // A URL with a tag or a pin but without a valid window covers all creation dates and includes deleted customers.
  const isWhole = window === undefined && hasMark(filters);
  return {
    window: window ?? (isWhole ? "all" : defaultCustomersView.window),
    searchTerm,
    includeDeleted: isWhole || params.get("includeDeleted") === "true",
    ...filters,
    sort: oneOf(listSortKeys, params.get("sort")) ?? defaultCustomersView.sort,
    ascending: params.get("ascending") === "true",
    limit: oneOf(pageSizes, params.get("limit")) ?? defaultCustomersView.limit,
    offset: /^\d{1,15}$/.test(offset) ? Number(offset) : 0,
    ...(widenedFrom && { widenedFrom }),
    ...(viewIDPattern.test(viewID) && { viewID }),
    ...(layout && { layout }),
  };
}

/**
 * Writes the page's URL. Default values are omitted. The inverse of `parseCustomersView`. A URL without any parameter
 * opens the person's own default view. For this reason, the URL of the standard view contains its window.
 */
export function customersViewParams(view: CustomersView): URLSearchParams {
  const params = changedParams(view);
  if (params.size === 0) params.set("window", String(defaultCustomersView.window));
  return params;
}

function changedParams(view: CustomersView): URLSearchParams {
  const params = new URLSearchParams();
  if (typeof view.window !== "string") setWindowRange(params, view.window);
  else if (view.window !== defaultCustomersView.window || hasMark(view)) params.set("window", view.window);
  if (view.searchTerm !== "") params.set("searchTerm", view.searchTerm);
  if (view.includeDeleted) params.set("includeDeleted", "true");
  appendKnownFilters(params, view);
  if (view.sort !== defaultCustomersView.sort) params.set("sort", view.sort);
  if (view.ascending) params.set("ascending", "true");
  if (view.limit !== defaultCustomersView.limit) params.set("limit", String(view.limit));
  if (view.offset !== 0) params.set("offset", String(view.offset));
  if (view.widenedFrom && view.searchTerm !== "") params.set("widenedFrom", windowWord(view.widenedFrom));
  if (view.viewID !== undefined) params.set("view", view.viewID);
  if (view.layout) params.set("layout", writeCustomersLayout(view.layout));
  return params;
}

function appendKnownFilters(params: URLSearchParams, filters: Partial<KnownFiltersView>): void {
  for (const [name, value] of knownFilterParams(filters)) params.append(name, value);
}

/** True if only the store of known customers can answer a view, because the API has no such filter or sort key. */
export function needsRecord(view: Partial<KnownFiltersView> & Pick<CustomersView, "sort">): boolean {
  return isKnownSortKey(view.sort) || hasKnownFilters(view);
}

/**
 * Returns the console's own list that answers a view: the person's pinned customers, or the customers with a tag. Used
 * if the console does not store known customers.
 */
export function markOf({
  pinned,
  tag: [tag],
}: Pick<CustomersView, "pinned" | "tag">): { pinned: true } | { tag: string } | undefined {
  if (tag !== undefined) return { tag };
  return pinned ? { pinned } : undefined;
}

/**
 * Returns the part of a view that determines its rows. The layout, the saved view and the original window are dropped.
 */
export function queryOfView({ widenedFrom: _, viewID: __, layout: ___, ...question }: CustomersView): CustomersView {
  return question;
}

/**
 * Returns the query string that a saved view stores. It contains the filters and the order, but no position in the
 * list. Equal views have equal strings.
 */
export function savedQuery(view: CustomersView): string {
  return changedParams({ ...queryOfView(view), offset: 0 }).toString();
}

/**
 * Returns the filters of a saved query, without order and page size. Two views with the same filters contain the same
 * customers.
 */
export function viewDefinition(query: string): string {
  const { sort, ascending, limit } = defaultCustomersView;
  return savedQuery({ ...parseCustomersView(new URLSearchParams(query)), sort, ascending, limit });
}

/**
 * The query of `GET /api/{environment}/customers` for a view. It always contains the window as dates. A relative window
 * is counted back from `nowMs`.
 */
export function customersQuery(view: CustomersView, nowMs: number): URLSearchParams {
  const params = new URLSearchParams();
  params.set("limit", String(view.limit));
  params.set("offset", String(view.offset));
  params.set("sort", view.sort);
  params.set("ascending", String(view.ascending));
  setWindowRange(params, resolveWindow(view.window, nowMs));
  if (view.searchTerm !== "") params.set("searchTerm", view.searchTerm);
  params.set("includeDeleted", String(view.includeDeleted));
  appendKnownFilters(params, view);
  return params;
}

/**
 * Changes some members of a view. After a changed filter or order, the list starts at its first page. After a changed
 * page size, the top row stays visible (docs/decisions/0004-where-a-changed-list-begins.md). A changed layout does not
 * change the page. If the window was widened for a search, the next search starts with the original window, because the
 * wider window may not be needed.
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

/**
 * The query of `GET /api/{environment}/customers/export` for a view. It contains the view's filters, but no page. A
 * relative window is counted back from `nowMs`.
 */
export function exportQuery(
  view: CustomersView,
  format: "csv" | "json",
  hasPageNames: boolean,
  nowMs: number,
): URLSearchParams {
  const params = customersQuery(view, nowMs);
  for (const name of ["limit", "offset", "sort", "ascending"]) params.delete(name);
  params.set("format", format);
  if (hasPageNames && format === "csv") params.set("columnNames", "page");
  return params;
}
