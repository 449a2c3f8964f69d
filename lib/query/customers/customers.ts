import { queryOptions } from "@tanstack/react-query";
import type { CustomerList } from "#lib/contract/customers/customer-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { type CustomersView, customersQuery, queryOfView } from "#lib/url-state/customers-view.ts";

/** How one page of customers is read. The browser reads it over HTTP; the server calls the BFF's operation directly. */
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
 * One page of customers. The query key contains the window as in the URL, so a relative window keeps its cache entry
 * after midnight. The request always contains dates.
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

/** The number of matching customers, and the creation time of the oldest one if the API provides it. */
export interface CustomersCount {
  total: number;
  oldest: string | undefined;
}

/**
 * Counts the customers that match a view's filters, with one call. The call requests only the oldest customer, so that
 * its creation time is known too.
 */
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
