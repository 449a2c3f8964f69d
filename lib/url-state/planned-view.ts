import { type PlannedState, plannedStates } from "#lib/contract/values/operations/planned-states.ts";
import { resourceIDFrom } from "#lib/contract/values/resource-ids.ts";
import { changePageView, defaultPageView, type PageView, pageViewParams, parsePageView } from "./page-view.ts";

/** Which planned changes the page shows, and how; all of it stands in the URL. */
export interface PlannedView extends PageView {
  layout: "list" | "calendar";
  /** `YYYY-MM`, of the calendar; the present one where it is left out. */
  month: string | undefined;
  /** False for those that are over as well. */
  open: boolean;
  /** True for those that the person requested or is responsible for. */
  mine: boolean;
  /** In the order of `plannedStates`; none means any. */
  states: readonly PlannedState[];
  customerID: string | undefined;
}

export const defaultPlannedView: Readonly<PlannedView> = {
  ...defaultPageView,
  layout: "list",
  month: undefined,
  open: true,
  mine: false,
  states: [],
  customerID: undefined,
};

const monthPattern = /^(19[7-9]\d|[2-9]\d{3})-(0[1-9]|1[0-2])$/;

/** Reads the page's URL; an invalid value counts as not given. */
export function parsePlannedView(params: URLSearchParams): PlannedView {
  const states = (params.get("state") ?? "").split(",");
  const month = params.get("month") ?? "";
  return {
    ...parsePageView(params),
    layout: params.get("layout") === "calendar" ? "calendar" : "list",
    month: monthPattern.test(month) ? month : undefined,
    open: params.get("open") !== "false",
    mine: params.get("mine") === "true",
    states: plannedStates.filter((state) => states.includes(state)),
    customerID: resourceIDFrom(params.get("customerID")?.trim()),
  };
}

/** Writes the page's URL; what is as by default is left out. The inverse of `parsePlannedView`. */
export function plannedViewParams(view: PlannedView): URLSearchParams {
  const params = new URLSearchParams();
  if (view.layout === "calendar") params.set("layout", "calendar");
  if (view.month !== undefined) params.set("month", view.month);
  if (!view.open) params.set("open", "false");
  if (view.mine) params.set("mine", "true");
  if (view.states.length > 0) params.set("state", view.states.join(","));
  if (view.customerID !== undefined) params.set("customerID", view.customerID);
  for (const [name, value] of pageViewParams(view)) params.set(name, value);
  return params;
}

/** Another filter begins at its first row (docs/decisions/0004-where-a-changed-list-begins.md). */
export function changePlannedView(view: PlannedView, change: Partial<PlannedView>): PlannedView {
  const changed = { ...view, ...change };
  if (change.offset !== undefined) return changed;
  const onlySize = Object.keys(change).every((member) => member === "limit");
  return onlySize ? { ...changed, ...changePageView(view, change) } : { ...changed, offset: 0 };
}

/** The filters of a view, whichever way it is laid out. */
export function plannedFilters({ open, mine, states, customerID }: PlannedView): URLSearchParams {
  const params = new URLSearchParams();
  // A state that is over is not open: a person who asks for one means it.
  if (open && states.length === 0) params.set("open", "true");
  if (mine) params.set("mine", "true");
  if (states.length > 0) params.set("state", states.join(","));
  if (customerID !== undefined) params.set("customerID", customerID);
  return params;
}

/** The query of `GET /api/{environment}/planned` for a page of the list: open ones by their next time, others newest first. */
export function plannedQuery(view: PlannedView): URLSearchParams {
  const params = plannedFilters(view);
  const isOpen = params.has("open");
  params.set("sort", isOpen ? "at" : "createdAt");
  params.set("ascending", String(isOpen));
  params.set("limit", String(view.limit));
  params.set("offset", String(view.offset));
  return params;
}
