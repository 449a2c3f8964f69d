import { queryOptions } from "@tanstack/react-query";
import { type CustomerList, customerListSchema } from "../contract/customer-list.ts";
import type { Environment } from "../contract/environment.ts";
import { type CustomersView, customersQuery } from "../customers-view.ts";
import { api } from "../paths.ts";
import { fetchJson } from "./fetch-json.ts";

/** How one page of customers is read: over HTTP in the browser, by the BFF's own operation on the server. */
type ReadCustomers = (query: URLSearchParams, signal: AbortSignal) => Promise<CustomerList>;

function overHttp(environment: Environment): ReadCustomers {
  return (query, signal) => fetchJson(api.customers(environment, query), customerListSchema, { signal });
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
  return queryOptions({
    queryKey: [environment, "customers", view],
    queryFn: ({ signal }) => read(customersQuery(view, Date.now()), signal),
    staleTime: 30_000,
  });
}
