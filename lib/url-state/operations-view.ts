import { maxSearchTermLength } from "#lib/contract/values/customers/customer-filters.ts";
import {
  operationStates,
  outcomeFilters,
  outcomeFilterWords,
} from "#lib/contract/values/operations/operation-states.ts";
import { isTicket } from "#lib/contract/values/operations/write-references.ts";
import { operationKinds } from "#lib/operation-kinds/operation-kinds.ts";
import {
  dayRange,
  declareListView,
  flag,
  optional,
  resourceID,
  resourceIDs,
  someOf,
  typedText,
} from "./declared-view.ts";

const people = resourceIDs("staffID");

/** The filters of the operations page. */
const view = declareListView({
  /** True to show only the person's own operations. */
  mine: flag(),
  /**
   * The IDs of the people whose operations are shown. Empty: the operations of all people. Never set together with
   * `mine`.
   */
  staffIDs: {
    ...people,
    read: (params, name) => (params.get("mine") === "true" ? [] : people.read(params, name)),
  },
  /** A part of a company's name, or the start of an ID. Empty: no filter. */
  searchTerm: typedText(maxSearchTermLength),
  /** The range of days on which the operations were recorded. */
  ...dayRange,
  outcomes: someOf(outcomeFilters, "outcome", outcomeFilterWords),
  states: someOf(operationStates, "state"),
  kinds: someOf(
    operationKinds.map(({ kind }) => kind),
    "kind",
  ),
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
