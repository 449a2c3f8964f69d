import { maxSearchTermLength } from "#lib/contract/values/customers/customer-filters.ts";
import {
  operationStates,
  outcomeFilters,
  outcomeFilterWords,
} from "#lib/contract/values/operations/operation-states.ts";
import { isTicket } from "#lib/contract/values/operations/write-references.ts";
import { operationKinds } from "#lib/operation-kinds/operation-kinds.ts";
import { dayRange, declareListView, flag, oneOf, optional, resourceID, someOf, typedText } from "./declared-view.ts";

const person = resourceID();

/** The filters of the operations page. */
const view = declareListView({
  /** True to show only the person's own operations. */
  mine: flag(),
  /** The ID of the person whose operations are shown. Never set together with `mine`. */
  staffID: {
    ...person,
    read: (params, name) => (params.get("mine") === "true" ? undefined : person.read(params, name)),
  },
  /** A part of a company's name, or the start of an ID. Empty: no filter. */
  searchTerm: typedText(maxSearchTermLength),
  /** The range of days on which the operations were recorded. */
  ...dayRange,
  outcomes: someOf(outcomeFilters, "outcome", outcomeFilterWords),
  states: someOf(operationStates, "state"),
  kind: oneOf(operationKinds.map(({ kind }) => kind)),
  customerID: resourceID(),
  /** Only operations for this ticket. */
  ticket: optional((text) => (isTicket(text.trim()) ? text.trim() : undefined)),
});

export type OperationsView = ReturnType<typeof view.parse>;

export const {
  initial: defaultOperationsView,
  parse: parseOperationsView,
  params: operationsViewParams,
  filterParams: operationsExportQuery,
  query: operationsQuery,
  change: changeOperationsView,
} = view;
