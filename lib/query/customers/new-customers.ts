import { queryOptions } from "@tanstack/react-query";
import type { CustomerList } from "#lib/contract/customers/customer-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { isInProgress } from "#lib/contract/operation-outcome.ts";
import type { Operation, OperationList } from "#lib/contract/operations/operation.ts";
import type { LiveJob } from "#lib/live-jobs/use-live-jobs.ts";
import type { OperationKindName } from "#lib/operation-kinds/operation-kinds.ts";
import { currentOutcome } from "#lib/operations/operation-outcome.ts";
import { api } from "#lib/paths.ts";
import { fetches } from "#lib/requests/fetch-json.ts";
import { type CustomersView, defaultCustomersView } from "#lib/url-state/customers-view.ts";
import { hasKnownFilters } from "#lib/url-state/known-filters.ts";

/** How long a creation is shown above the list while the API's list does not contain its customer, in milliseconds. */
const pinnedForMs = 24 * 60 * 60_000;

// Only the name, because the list of customers does not need the words of the kind.
const kind: OperationKindName = "create-customer";

/** The query for creations whose customers may be missing from the API's list. */
export const creationsQuery = new URLSearchParams({
  kind,
  outcome: "running,done,unknown",
  limit: "25",
});

/** The latest creations in an environment that may have created a customer. Includes creations by all people. */
export function creationsQueryOptions(
  environment: Environment,
  read: (signal: AbortSignal) => Promise<OperationList> = fetches<OperationList>(
    api.operations(environment, creationsQuery),
    { operations: "array", total: "number" },
    { quiet: true },
  ),
) {
  return queryOptions({
    queryKey: [environment, "operations", "creations"],
    queryFn: ({ signal }) => read(signal),
    staleTime: 5_000,
  });
}

/**
 * True for a page that should have new customers at the top: the first page, newest first, without a search, without a
 * last day, and without filters of the store of known customers.
 */
export function showsNewestFirst(view: CustomersView): boolean {
  return (
    view.offset === 0 &&
    view.searchTerm === "" &&
    !hasKnownFilters(view) &&
    view.sort === defaultCustomersView.sort &&
    !view.ascending &&
    (typeof view.window === "string" || view.window.dateto === undefined)
  );
}

/** True for a creation of the last day that has created a customer, may have created one, or may still create one. */
function isExpected(operation: Operation, live: LiveJob | undefined, nowMs: number): boolean {
  if (nowMs - Date.parse(operation.createdAt) > pinnedForMs) return false;
  const outcome = currentOutcome(operation, live);
  return isInProgress(outcome) || outcome === "done" || outcome === "unknown";
}

/**
 * Returns the creations whose customer is missing from the first page of the list. Creations that are older than the
 * last row of the page are excluded, because their customer may be on a later page. `jobs`: the jobs that the page
 * watches.
 */
export function missingCustomers(
  operations: readonly Operation[],
  list: Pick<CustomerList, "customers" | "total">,
  nowMs: number,
  jobs: ReadonlyMap<string, LiveJob> = new Map(),
): Operation[] {
  const shown = new Set(list.customers.map(({ customerID }) => customerID.toLowerCase()));
  const last = list.customers.length < list.total ? list.customers.at(-1)?.created : undefined;
  return operations.filter(
    (operation) =>
      isExpected(operation, operation.jobID === undefined ? undefined : jobs.get(operation.jobID), nowMs) &&
      !(operation.customerID !== undefined && shown.has(operation.customerID.toLowerCase())) &&
      (last === undefined || Date.parse(operation.createdAt) >= Date.parse(last)),
  );
}
