import { queryOptions } from "@tanstack/react-query";
import type { CustomerList } from "#lib/contract/customers/customer-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { type CustomersView, customersQuery, queryOfView } from "#lib/url-state/customers-view.ts";

/** How one page of customers is read: over HTTP in the browser, by the BFF's own operation on the server. */
type ReadCustomers = (query: URLSearchParams, signal: AbortSignal) => Promise<CustomerList>;

function overHttp(environment: Environment): ReadCustomers {
  return (query, signal) =>
    fetchJson<CustomerList>(
      api.customers(environment, query),
      { customers: "array", total: "number", window: "object" },
      { signal },
    );
}

/**
 * One page of customers. The key holds the view as the URL has it, so that a relative window stays
 * one entry over midnight; the days that it means are worked out when the request is made.
 */
export function customersQueryOptions(
  environment: Environment,
  view: CustomersView,
  read: ReadCustomers = overHttp(environment),
) {
  return pageQuery(
    [environment, "customers", queryOfView(view)],
    (signal) => read(customersQuery(view, Date.now()), signal),
    30_000,
  );
}

/** How many customers match, and when the oldest of them was created, where the API tells. */
export interface CustomersCount {
  total: number;
  oldest: string | undefined;
}

/** Counts what matches a view's filters in one call for one row: the oldest, so that it tells both. */
export function customersCountQueryOptions(
  environment: Environment,
  { window, searchTerm, includeDeleted }: Pick<CustomersView, "window" | "searchTerm" | "includeDeleted">,
  run: <Answer>(task: () => Promise<Answer>) => Promise<Answer> = (task) => task(),
) {
  return queryOptions({
    queryKey: [environment, "customers-count", { window, searchTerm, includeDeleted }],
    queryFn: ({ signal }): Promise<CustomersCount> =>
      run(async () => {
        const order = { sort: "created", ascending: true, limit: 10, offset: 0 } as const;
        const query = customersQuery({ window, searchTerm, includeDeleted, ...order }, Date.now());
        query.set("limit", "1");
        const { total, customers } = await overHttp(environment)(query, signal);
        return { total, oldest: customers[0]?.created };
      }),
    staleTime: 60_000,
  });
}
