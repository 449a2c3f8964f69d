import type { OperationState } from "#lib/contract/operations/operation.ts";
import type { OutcomeFilter } from "#lib/contract/operations/operation-requests.ts";
import { calendarDayFrom, isValidWindow } from "#lib/contract/values/calendar.ts";
import { maxSearchTermLength } from "#lib/contract/values/customers/customer-filters.ts";
import {
  operationKinds,
  operationStates,
  outcomeFilters,
  outcomeFilterWords,
} from "#lib/contract/values/operations/operation-states.ts";
import { isTicket } from "#lib/contract/values/operations/write-subjects.ts";
import { resourceIDFrom } from "#lib/contract/values/resource-ids.ts";
import { changePageView, defaultPageView, type PageView, pageViewParams, parsePageView } from "./page-view.ts";

/** Which writes the operations page shows; all of it stands in the URL. */
export interface OperationsView extends PageView {
  /** True for the person's own only. */
  mine: boolean;
  /** In the order of `operationStates`; none means any. */
  states: readonly OperationState[];
  /** In the order of `outcomeFilters`; none means any. */
  outcomes: readonly OutcomeFilter[];
  kind: (typeof operationKinds)[number] | undefined;
  customerID: string | undefined;
  /** Those of one ticket. */
  ticket: string | undefined;
  /** One person's; never beside `mine`. */
  staffID: string | undefined;
  /** Part of a company's name, or the beginning of an ID; empty for any. */
  searchTerm: string;
  /** The days, in UTC, on which they were recorded; both included, and either may be open. */
  datefrom: string | undefined;
  dateto: string | undefined;
}

export const defaultOperationsView: Readonly<OperationsView> = {
  ...defaultPageView,
  mine: false,
  states: [],
  outcomes: [],
  kind: undefined,
  customerID: undefined,
  ticket: undefined,
  staffID: undefined,
  searchTerm: "",
  datefrom: undefined,
  dateto: undefined,
};

function ticketFrom(text: string | null): string | undefined {
  const ticket = (text ?? "").trim();
  return isTicket(ticket) ? ticket : undefined;
}

function idFrom(text: string | null): string | undefined {
  return resourceIDFrom(text?.trim());
}

/** Reads the page's URL; an invalid value counts as not given. */
export function parseOperationsView(params: URLSearchParams): OperationsView {
  const states = (params.get("state") ?? "").split(",");
  const outcomes = outcomeFilterWords(params.get("outcome") ?? "");
  const mine = params.get("mine") === "true";
  const [datefrom, dateto] = ["datefrom", "dateto"].map((name) => calendarDayFrom(params.get(name)));
  return {
    ...parsePageView(params),
    mine,
    staffID: mine ? undefined : idFrom(params.get("staffID")),
    searchTerm: (params.get("searchTerm") ?? "").trim().slice(0, maxSearchTermLength).trim(),
    datefrom,
    dateto: isValidWindow({ datefrom, dateto }) ? dateto : undefined,
    states: operationStates.filter((state) => states.includes(state)),
    outcomes: outcomeFilters.filter((outcome) => outcomes.includes(outcome)),
    kind: operationKinds.find((kind) => kind === params.get("kind")),
    customerID: idFrom(params.get("customerID")),
    ticket: ticketFrom(params.get("ticket")),
  };
}

/** Writes the page's URL; what is as by default is left out. The inverse of `parseOperationsView`. */
export function operationsViewParams(view: OperationsView): URLSearchParams {
  const params = new URLSearchParams();
  if (view.mine) params.set("mine", "true");
  if (view.staffID !== undefined) params.set("staffID", view.staffID);
  if (view.searchTerm !== "") params.set("searchTerm", view.searchTerm);
  if (view.datefrom !== undefined) params.set("datefrom", view.datefrom);
  if (view.dateto !== undefined) params.set("dateto", view.dateto);
  if (view.outcomes.length > 0) params.set("outcome", view.outcomes.join(","));
  if (view.states.length > 0) params.set("state", view.states.join(","));
  if (view.kind !== undefined) params.set("kind", view.kind);
  if (view.customerID !== undefined) params.set("customerID", view.customerID);
  if (view.ticket !== undefined) params.set("ticket", view.ticket);
  for (const [name, value] of pageViewParams(view)) params.set(name, value);
  return params;
}

/** The query of `GET /api/{environment}/operations/export` for a view: its filters, no page. */
export function operationsExportQuery(view: OperationsView): URLSearchParams {
  const { limit, offset } = defaultOperationsView;
  return operationsViewParams({ ...view, limit, offset });
}

/** The query of `GET /api/{environment}/operations` for a view. */
export function operationsQuery(view: OperationsView): URLSearchParams {
  const params = operationsViewParams(view);
  params.set("limit", String(view.limit));
  params.set("offset", String(view.offset));
  return params;
}

/** Another filter begins at its first row (docs/decisions/0004-where-a-changed-list-begins.md). */
export function changeOperationsView(view: OperationsView, change: Partial<OperationsView>): OperationsView {
  const changed = { ...view, ...change };
  if (change.offset !== undefined) return changed;
  const onlySize = Object.keys(change).every((member) => member === "limit");
  return onlySize ? { ...changed, ...changePageView(view, change) } : { ...changed, offset: 0 };
}
