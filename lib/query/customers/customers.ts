import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CustomerList } from "#lib/contract/customers/customer-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import {
  type CustomersView,
  customersQuery,
  defaultCustomersView,
  queryOfView,
} from "#lib/url-state/customers-view.ts";
import { type KnownFiltersView, noKnownFilters } from "#lib/url-state/known-filters.ts";

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
 * One page of customers. The query key contains the window as it is written in the URL, so a relative window keeps its
 * cache entry after midnight. The request always contains dates.
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

/** The filters of a view: the API's filters, and the filters of the store of known customers. */
export type CustomersFilters = Pick<CustomersView, "window" | "searchTerm" | "includeDeleted"> &
  Partial<KnownFiltersView>;

/** Returns the filters of a view, without its order, page and layout. */
export function filtersOfView(view: CustomersFilters): Required<CustomersFilters> {
  const { window, searchTerm, includeDeleted } = view;
  const known = Object.keys(noKnownFilters).map((name) => [name, view[name as keyof KnownFiltersView]]);
  return { window, searchTerm, includeDeleted, ...(Object.fromEntries(known) as KnownFiltersView) };
}

/**
 * The data of the store of known customers for a view's filters: the number of customers for each value, and the
 * coverage of the store. Needed if the view's own list comes from the API. The query causes no API call.
 */
export function customerFacetsQueryOptions(environment: Environment, view: CustomersFilters) {
  const filters = filtersOfView(view);
  return queryOptions({
    queryKey: [environment, "customer-facets", filters],
    queryFn: ({ signal }): Promise<CustomerList> => {
      const query = customersQuery({ ...defaultCustomersView, ...filters, limit: 10 }, Date.now());
      query.set("limit", "1");
      query.set("source", "known");
      return overHttp(environment)(query, signal);
    },
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** The number of matching customers, and the creation time of the oldest matching customer, if the API sends it. */
export interface CustomersCount {
  total: number;
  oldest: string | undefined;
}

/**
 * Counts the customers that match a view's filters, with one request. It asks only for the oldest customer, because the
 * caller also needs that customer's creation time.
 */
export function customersCountQueryOptions(
  environment: Environment,
  view: CustomersFilters,
  run: <Answer>(task: () => Promise<Answer>) => Promise<Answer> = (task) => task(),
) {
  const filters = filtersOfView(view);
  return queryOptions({
    queryKey: [environment, "customers-count", filters],
    queryFn: ({ signal }): Promise<CustomersCount> =>
      run(async () => {
        const order = { sort: "created", ascending: true, limit: 10, offset: 0 } as const;
        const query = customersQuery({ ...defaultCustomersView, ...filters, ...order }, Date.now());
        query.set("limit", "1");
        const { total, customers } = await overHttp(environment)(query, signal);
        return { total, oldest: customers[0]?.created };
      }),
    staleTime: 60_000,
  });
}
