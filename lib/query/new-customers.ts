import { queryOptions } from "@tanstack/react-query";
import { type CustomersView, defaultCustomersView } from "#lib/url-state/customers-view.ts";
import type { CustomerList } from "../contract/customer-list.ts";
import type { Environment } from "../contract/environment.ts";
import { type Operation, type OperationList, operationListSchema } from "../contract/operation.ts";
import { api } from "../paths.ts";
import { fetchJson } from "./fetch-json.ts";

/** How long a creation stays pinned when the API's list never returns its customer. */
const pinnedForMs = 24 * 60 * 60_000;

/** How long one stays whose job has failed: its customer will never come. */
const failedForMs = 60 * 60_000;

/** The query for the creations that may still be missing from the API's list. */
export const creationsQuery = new URLSearchParams({
  kind: "create-customer",
  state: "accepted,reconciled,unknown",
  limit: "25",
});

/** The latest creations of an environment that were not refused, whoever began them. */
export function creationsQueryOptions(
  environment: Environment,
  read: (signal: AbortSignal) => Promise<OperationList> = (signal) =>
    fetchJson(api.operations(environment, creationsQuery), operationListSchema, { signal, quiet: true }),
) {
  return queryOptions({
    queryKey: [environment, "operations", "creations"],
    queryFn: ({ signal }) => read(signal),
    staleTime: 5_000,
  });
}

/** True for the one page on which a new customer is expected on top: the first, newest first, unsearched. */
export function expectsNewest(view: CustomersView): boolean {
  return (
    view.offset === 0 &&
    view.searchTerm === "" &&
    view.sort === defaultCustomersView.sort &&
    !view.ascending &&
    (typeof view.window === "string" || view.window.dateto === undefined)
  );
}

function isOver(operation: Operation, nowMs: number): boolean {
  const { createdAt, job } = operation;
  if (nowMs - Date.parse(createdAt) > pinnedForMs) return true;
  const failed = job?.state === "failed" || job?.state === "cancelled";
  return failed && nowMs - Date.parse(job.finishedAt ?? job.seenAt) > failedForMs;
}

/**
 * The creations whose customer the first page of the list should show and does not. One that was sent
 * before the page's last row was created may stand on a later page, and is not missed.
 */
export function missingCustomers(
  operations: readonly Operation[],
  list: Pick<CustomerList, "customers" | "total">,
  nowMs: number,
): Operation[] {
  const shown = new Set(list.customers.map(({ customerID }) => customerID.toLowerCase()));
  const last = list.customers.length < list.total ? list.customers.at(-1)?.created : undefined;
  return operations.filter(
    (operation) =>
      !isOver(operation, nowMs) &&
      !(operation.customerID !== undefined && shown.has(operation.customerID.toLowerCase())) &&
      (last === undefined || Date.parse(operation.createdAt) >= Date.parse(last)),
  );
}
