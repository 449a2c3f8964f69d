import { plannedStates } from "#lib/contract/values/operations/planned-states.ts";
import { declareListView, field, flag, optional, resourceID, someOf } from "./declared-view.ts";

const monthPattern = /^(19[7-9]\d|[2-9]\d{3})-(0[1-9]|1[0-2])$/;

/** The filters and the layout of the planned changes page. */
const view = declareListView({
  layout: field<"list" | "calendar">("list", (text) => (text === "calendar" ? text : undefined), String),
  /** The month of the calendar as `YYYY-MM`. Undefined: the current month. */
  month: optional((text) => (monthPattern.test(text) ? text : undefined)),
  /** True: only open planned changes. False: open and ended planned changes. */
  open: flag(true),
  /** True to show only planned changes that the person requested or is responsible for. */
  mine: flag(),
  states: someOf(plannedStates, "state"),
  customerID: resourceID(),
});

export type PlannedView = ReturnType<typeof view.parse>;

export const {
  initial: defaultPlannedView,
  parse: parsePlannedView,
  params: plannedViewParams,
  change: changePlannedView,
} = view;

/** Returns the filters of a view. They are the same for the list and the calendar. */
export function plannedFilters({ open, mine, states, customerID }: PlannedView): URLSearchParams {
  const params = new URLSearchParams();
  // `open` is set only if no state is chosen, because a chosen state may belong to ended planned changes.
  if (open && states.length === 0) params.set("open", "true");
  if (mine) params.set("mine", "true");
  if (states.length > 0) params.set("state", states.join(","));
  if (customerID !== undefined) params.set("customerID", customerID);
  return params;
}

/**
 * The query of `GET /api/{environment}/planned` for a page of the list. A list of open planned changes is sorted by
 * their next time. Any other list is sorted by creation time, newest first.
 */
export function plannedQuery(view: PlannedView): URLSearchParams {
  const params = plannedFilters(view);
  const isOpen = params.has("open");
  params.set("sort", isOpen ? "at" : "createdAt");
  params.set("ascending", String(isOpen));
  params.set("limit", String(view.limit));
  params.set("offset", String(view.offset));
  return params;
}
