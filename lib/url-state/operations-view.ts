import { type OperationState, operationKinds, operationStates } from "#lib/contract/operation.ts";
import { type OutcomeFilter, outcomeFilters, outcomeFilterWords } from "#lib/contract/operation-requests.ts";
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
}

export const defaultOperationsView: Readonly<OperationsView> = {
  ...defaultPageView,
  mine: false,
  states: [],
  outcomes: [],
  kind: undefined,
  customerID: undefined,
};

const maxID = 200;

/** Reads the page's URL; a value that makes no sense counts as not given. */
export function parseOperationsView(params: URLSearchParams): OperationsView {
  const states = (params.get("state") ?? "").split(",");
  const outcomes = outcomeFilterWords(params.get("outcome") ?? "");
  const customerID = (params.get("customerID") ?? "").trim();
  return {
    ...parsePageView(params),
    mine: params.get("mine") === "true",
    states: operationStates.filter((state) => states.includes(state)),
    outcomes: outcomeFilters.filter((outcome) => outcomes.includes(outcome)),
    kind: operationKinds.find((kind) => kind === params.get("kind")),
    customerID: customerID === "" || customerID.length > maxID ? undefined : customerID,
  };
}

/** Writes the page's URL; what is as by default is left out. The inverse of `parseOperationsView`. */
export function operationsViewParams(view: OperationsView): URLSearchParams {
  const params = new URLSearchParams();
  if (view.mine) params.set("mine", "true");
  if (view.outcomes.length > 0) params.set("outcome", view.outcomes.join(","));
  if (view.states.length > 0) params.set("state", view.states.join(","));
  if (view.kind !== undefined) params.set("kind", view.kind);
  if (view.customerID !== undefined) params.set("customerID", view.customerID);
  for (const [name, value] of pageViewParams(view)) params.set(name, value);
  return params;
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
