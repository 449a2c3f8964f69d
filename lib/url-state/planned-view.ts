import { plannedStates } from "#lib/contract/values/operations/planned-states.ts";
import { declareListView, field, flag, optional, resourceID, someOf } from "./declared-view.ts";

const monthPattern = /^(19[7-9]\d|[2-9]\d{3})-(0[1-9]|1[0-2])$/;

/** Which planned changes the page shows, and how. */
const view = declareListView({
  layout: field<"list" | "calendar">("list", (text) => (text === "calendar" ? text : undefined), String),
  /** The month of the calendar as `YYYY-MM`. Undefined: the current month. */
  month: optional((text) => (monthPattern.test(text) ? text : undefined)),
  /** True: only open planned changes. False: open and ended ones. */
  open: flag(true),
  /** True for planned changes that the person requested or is responsible for. */
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

/** The filters of a view, whether it is shown as a list or as a calendar. */
export function plannedFilters({ open, mine, states, customerID }: PlannedView): URLSearchParams {
  const params = new URLSearchParams();
  // The chosen states may belong to ended planned changes, so `open` is only set if no state is chosen.
  if (open && states.length === 0) params.set("open", "true");
  if (mine) params.set("mine", "true");
  if (states.length > 0) params.set("state", states.join(","));
  if (customerID !== undefined) params.set("customerID", customerID);
  return params;
}

/**
 * The query of `GET /api/{environment}/planned` for a page of the list. Open planned changes are sorted by their next
 * time; other planned changes are sorted newest first.
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
