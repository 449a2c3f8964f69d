import { customerListQuerySchema } from "#lib/contract/customers/customer-list.ts";
import { repeatedKnownFilters } from "#lib/contract/customers/known-list.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { customersQuery, parseCustomersView } from "#lib/url-state/customers-view.ts";
import { windowOf } from "#server/bff/customers/list-customers.ts";
import type { KnownListFilters } from "#server/bff/customers/list-known.ts";

/**
 * The filters of a stored view, as the list of customers uses them. A relative period is counted back from `nowMs`.
 * Throws `invalid_request` if the view selects customers by when they were last read: every evaluation reads them, so
 * the result would change each time.
 */
export function filtersOfView(query: string, nowMs: number): KnownListFilters {
  const params = customersQuery(parseCustomersView(new URLSearchParams(query)), nowMs);
  const lists = repeatedKnownFilters.flatMap((name) => (params.has(name) ? [[name, params.getAll(name)]] : []));
  const parsed = customerListQuerySchema.parse({ ...Object.fromEntries(params), ...Object.fromEntries(lists) });
  const { limit: _, offset: __, sort: ___, ascending: ____, source: _____, raw: ______, ...filters } = parsed;
  if (filters.ageFrom !== undefined || filters.ageTo !== undefined) {
    throw new AppError(
      "invalid_request",
      "This view selects customers by when they were last read. Reading them changes that, so it cannot be used for changes. Remove the filter “Last read” from the view.",
    );
  }
  return { ...filters, window: windowOf(filters, nowMs) };
}
