import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { CustomerList } from "#lib/contract/customers/customer-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { PlannedList } from "#lib/contract/operations/planned.ts";
import { api } from "#lib/paths.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { plannedKey } from "./planned-key.ts";

const staleMs = 30_000;

/** The query of the open planned changes of the customers in a table. */
function plannedOfCustomersQuery(customerIDs: readonly string[]): URLSearchParams {
  const limit = String(Math.max(1, customerIDs.length));
  return new URLSearchParams([["open", "true"], ["limit", limit], ...customerIDs.map((id) => ["customerID", id])]);
}

/** The open planned changes of the customers in a table. */
export function plannedOfCustomersQueryOptions(environment: Environment, customerIDs: readonly string[]) {
  const query = plannedOfCustomersQuery(customerIDs);
  return queryOptions({
    queryKey: [...plannedKey(environment), "customers", customerIDs],
    queryFn: ({ signal }) =>
      fetchJson<PlannedList>(
        api.planned(environment, query),
        { planned: "array", total: "number", hold: "object" },
        { signal, quiet: true },
      ),
    enabled: customerIDs.length > 0,
    staleTime: staleMs,
    retry: false,
  });
}

/** The planned changes that the server read for a page's rows, and the time of the page's list. */
interface PlannedWithPage {
  listAsOf: string;
  planned: PlannedList;
}

const withPageKey = (environment: Environment) => [...plannedKey(environment), "with-page"] as const;

/**
 * The planned changes that the server has already read for the page's rows. The browser then does not request them
 * again. The time of the list identifies the rows. The customers' IDs could identify the rows too, but would make the
 * document longer.
 */
export function plannedWithPageOptions(
  environment: Environment,
  readList: (client: QueryClient) => Promise<CustomerList>,
  read: (query: URLSearchParams) => Promise<PlannedList>,
) {
  return queryOptions({
    queryKey: withPageKey(environment),
    queryFn: async ({ client }): Promise<PlannedWithPage | null> => {
      try {
        const { customers, asOf } = await readList(client);
        if (customers.length === 0) return null;
        const query = plannedOfCustomersQuery(customers.map(({ customerID }) => customerID));
        return { listAsOf: asOf, planned: await read(query) };
      } catch {
        // Null: the server could not read the planned changes. The browser then requests them itself.
        return null;
      }
    },
  });
}

/**
 * Returns the planned changes that the server sent together with the list of `listAsOf`, as the initial data of a
 * query. Returns an empty object if the server sent none for this list, or if something was changed after the page had
 * arrived.
 */
export function plannedWithPage(client: QueryClient, environment: Environment, listAsOf: string | undefined) {
  const state = client.getQueryState<PlannedWithPage | null>(withPageKey(environment));
  if (!state?.data || state.isInvalidated || state.data.listAsOf !== listAsOf) return {};
  return { initialData: state.data.planned, initialDataUpdatedAt: state.dataUpdatedAt };
}
