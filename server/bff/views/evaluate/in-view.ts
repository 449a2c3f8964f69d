import type { Customer } from "#lib/contract/customers/customer.ts";
import { hasKnownFilters } from "#lib/contract/customers/known-list.ts";
import { AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { walkCustomers } from "#lib/customers/walk-customers.ts";
import type { KnownListFilters } from "#server/bff/customers/list-known.ts";
import { matchesKnown } from "#server/bff/customers/matches-known.ts";
import { filtersOfView } from "./view-filters.ts";
import { upstreamFilters, type ViewContext, viewMatcher } from "./walk-view.ts";

/** The maximum number of customers that are read to find one customer in the API's list. */
const maxSearched = 2_000;

/**
 * Throws `left_view` if the customer no longer matches the view, and `view_changed` if this cannot be known. Errors of
 * the API are passed on. `customer`: the newest answer of the API about the customer.
 */
export async function assertInView(
  context: ViewContext,
  view: { name: string; query: string },
  customer: Customer,
): Promise<void> {
  if (await isInView(context, view, customer)) return;
  throw new AppError("left_view", `The customer is no longer in the view “${view.name}”.`);
}

async function isInView(context: ViewContext, { name, query }: { name: string; query: string }, customer: Customer) {
  try {
    const nowMs = context.services.clock.now();
    const filters = filtersOfView(query, nowMs);
    if (hasKnownFilters(filters)) return (await viewMatcher(context, filters, nowMs)([customer])).length === 1;
    // The console cannot evaluate the API's search, so the API must answer.
    if (filters.searchTerm === undefined && matchesKnown(customer, filters)) return true;
    return await isListed(context, filters, customer);
  } catch (error) {
    if (!isAppError(error) || error.code !== "invalid_request") throw error;
    throw new AppError(
      "view_changed",
      `Whether the customer is still in the view “${name}” is not known. ${error.message}`,
    );
  }
}

/** Searches for the customer in the API's list with the filters of the view, near the day of its creation. */
async function isListed({ client, call }: ViewContext, filters: KnownListFilters, customer: Customer) {
  const { datefrom, dateto, ...others } = upstreamFilters(filters);
  const createdMs = Date.parse(customer.created ?? "");
  const near = (ms: number) => utcDay(Math.max(0, createdMs + ms));
  const days = Number.isNaN(createdMs)
    ? { datefrom, dateto }
    : {
        datefrom: datefrom > near(-dayMs) ? datefrom : near(-dayMs),
        dateto: dateto !== undefined && dateto < near(dayMs) ? dateto : near(dayMs),
      };
  if (days.dateto !== undefined && days.dateto < days.datefrom) return false;
  const listed = { ...others, ...days, sort: "created", ascending: true } as const;
  const parts = walkCustomers((page) => client.listCustomers({ ...listed, ...page }, { ...call, fresh: true }));
  const key = idKey(customer.customerID);
  for (let next = await parts.next(); ; next = await parts.next()) {
    if (next.done) {
      if (next.value.complete) return false;
      throw new AppError("upstream_malformed", "The API does not return the whole list.");
    }
    if (next.value.customers.some(({ customerID }) => idKey(customerID) === key)) return true;
    if (next.value.to >= maxSearched) {
      throw new AppError("invalid_request", `More than ${maxSearched} customers would have to be read.`);
    }
  }
}
