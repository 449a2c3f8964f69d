import { queryOptions } from "@tanstack/react-query";
import { consoleNowMs } from "#lib/console-clock.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation, OperationDetail, OperationList } from "#lib/contract/operations/operation.ts";
import type { OperationPeople } from "#lib/contract/operations/operation-requests.ts";
import { createCustomerKind } from "#lib/operation-kinds/create-customer.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetches, fetchJson } from "#lib/requests/fetch-json.ts";
import { type OperationsView, operationsQuery } from "#lib/url-state/operations-view.ts";
import { sendOperation } from "./send-operation.ts";
import { trayQuery } from "./tray.ts";

/** One page of an environment's writes. */
export function operationsQueryOptions(
  environment: Environment,
  view: OperationsView,
  read: (query: URLSearchParams, signal: AbortSignal) => Promise<OperationList> = (query, signal) =>
    fetchJson<OperationList>(api.operations(environment, query), { operations: "array", total: "number" }, { signal }),
) {
  return pageQuery([environment, "operations", view], (signal) => read(operationsQuery(view), signal), 10_000);
}

/** The number of operations that match a view. */
export async function countOperations(
  environment: Environment,
  view: OperationsView,
  signal: AbortSignal,
): Promise<number> {
  const query = operationsQuery({ ...view, offset: 0 });
  query.set("limit", "1");
  const path = api.operations(environment, query);
  return (await fetchJson<OperationList>(path, { operations: "array", total: "number" }, { signal })).total;
}

/** The people by whom the list of operations can be filtered. */
export function operationPeopleQueryOptions(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "operation people"],
    queryFn: ({ signal }) =>
      fetchJson<OperationPeople>(api.operationPeople(environment), { people: "array" }, { signal, quiet: true }),
    staleTime: 60_000,
  });
}

/** One operation. The page polls it. Polling does not extend the session. */
export function operationQueryOptions(
  environment: Environment,
  operationID: string,
  read: (signal: AbortSignal) => Promise<OperationDetail> = fetches<OperationDetail>(
    api.operation(environment, operationID),
    { operation: "object" },
    { quiet: true },
  ),
) {
  return pageQuery([environment, "operation", operationID], read, 1_000);
}

/** The person's creations of the last day, with their current state. */
export function ownCreationsQueryOptions(environment: Environment) {
  const query = () => {
    const params = trayQuery(consoleNowMs());
    params.set("kind", createCustomerKind.kind);
    return params;
  };
  return queryOptions({
    queryKey: [environment, "operations", "own creations"],
    queryFn: ({ signal }) =>
      fetchJson<OperationList>(
        api.operations(environment, query()),
        { operations: "array", total: "number" },
        { signal },
      ),
    // Not cached, because a second tab may have just started a creation.
    staleTime: 0,
  });
}

/**
 * A creation as the browser sends it. Requests with the same `key` create at most one customer, even if the request is
 * sent several times.
 */
export interface CreationRequest {
  key: string;
  body: Readonly<Record<string, unknown>>;
  againOf?: string | undefined;
  /**
   * True to refuse the creation if the person has just started a creation with the same values. False if the person has
   * confirmed that they want a second customer.
   */
  onlyIfNew: boolean;
}

/**
 * Sends a creation to the BFF. If the BFF already has a creation with the same key, it sends nothing to the API. The
 * result is then the earlier operation.
 */
export async function sendCreation(
  environment: Environment,
  { key, body, againOf, onlyIfNew }: CreationRequest,
): Promise<Operation> {
  const headers = {
    "Idempotency-Key": key,
    ...(againOf !== undefined && { "Retry-Of": againOf }),
    ...(onlyIfNew && { "Only-If-New": "true" }),
  };
  return sendOperation(createCustomerKind, { environment }, body, headers);
}
