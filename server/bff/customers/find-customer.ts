import type { CustomerAnswer } from "#lib/contract/customers/customer.ts";
import { type CustomerFindQuery, maxWalkPages } from "#lib/contract/customers/customer-find.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { maxSearchTermLength } from "#lib/contract/values/customers/customer-filters.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { earliestDate } from "#lib/url-state/window.ts";
import type { CustomerPage, UpstreamCustomerQuery } from "#server/api-client/endpoints/list-customers.ts";
import { absent, allCustomersQuery, type FindContext, findOnPage, scanForCustomer } from "./scan-for-customer.ts";

/**
 * The maximum number of pages that one background search scans. Background searches are repeated, so each search must
 * be short.
 */
const maxSharedPages = 10;

/**
 * The search window for a creation time. It has an additional day on each side, because the API's time zone for days is
 * not known.
 */
function around(created: string | undefined): Pick<UpstreamCustomerQuery, "datefrom" | "dateto"> {
  const atMs = Date.parse(created ?? "");
  if (Number.isNaN(atMs)) return { datefrom: earliestDate };
  return { datefrom: utcDay(Math.max(0, atMs - dayMs)), dateto: utcDay(atMs + dayMs) };
}

/** True for two customers with creation times so close that one page may contain both. */
const areNear = (one: string | undefined, other: string | undefined) =>
  Math.abs(Date.parse(one ?? "") - Date.parse(other ?? "")) <= dayMs;

/**
 * Finds one customer by its ID. The specification has no such call, so the list is searched in three ways: by the known
 * name and creation day, then with the ID as search term, then row by row within a limit. A known customer is usually
 * found with the first call. Deleted customers are found too.
 *
 * Throws `not_found` if the list certainly does not contain the customer. Throws `customer_not_found_within_bound` if
 * the scan reached its limit.
 */
export async function findCustomer({
  context,
  customerID,
  input = {},
}: {
  context: FindContext;
  customerID: string;
  input?: Partial<CustomerFindQuery>;
}): Promise<CustomerAnswer> {
  const pages = input.pages ?? (context.shared ? maxSharedPages : maxWalkPages);
  const found = input.from === undefined ? await search(context, customerID) : undefined;
  return found ?? scanForCustomer({ context, customerID, bound: { from: input.from ?? 0, pages } });
}

/**
 * True if the text can be a search term: it is not empty and can be sent in a URL. A name may contain an unpaired
 * surrogate, or cutting the name may produce one.
 */
const isSearchable = (text: string) => text !== "" && text.isWellFormed();

async function search(context: FindContext, customerID: string): Promise<CustomerAnswer | undefined> {
  const { shared, recorded, environment, services } = context;
  const known = services.known[environment];
  const read = await known.find(customerID);
  const knownCustomer = read ?? recorded;
  const searchTerm = knownCustomer?.companyName.slice(0, maxSearchTermLength).trim();
  const window = knownCustomer && around(knownCustomer.created);
  const byName = searchTerm !== undefined && isSearchable(searchTerm) ? [{ ...window, searchTerm }] : [];
  // Also searches by day alone. The customer may have a new name, or a name that the API's search does not find.
  const byDay = window?.dateto ? [window] : [];
  const others = byDay.length > 0 && shared ? await known.findAll(shared.customerIDs) : undefined;
  const isShared = [...(others?.values() ?? [])].some((other) => areNear(knownCustomer?.created, other.created));
  const queries: Partial<UpstreamCustomerQuery>[] = [
    ...(isShared ? [...byDay, ...byName] : [...byName, ...byDay]),
    { searchTerm: customerID },
  ];
  let isOffItsDay = false;
  for (const query of queries) {
    const page = await ask(context, query);
    const answer = page && findOnPage(page, customerID);
    if (answer) return answer;
    if (page && query === window) isOffItsDay = page.customers.length >= page.total && page.stale === undefined;
  }
  // The API has shown the creation time, and the complete list of that day does not contain the customer. So no other
  // row can be the customer.
  if (read?.created !== undefined && isOffItsDay) throw absent(context);
  return undefined;
}

/** Reads a page of the list. Undefined if the API rejects this search or if requests are paused. */
async function ask(context: FindContext, query: Partial<UpstreamCustomerQuery>): Promise<CustomerPage | undefined> {
  try {
    const page = await context.client.listCustomers({ ...allCustomersQuery, ...query }, context.call);
    context.shared?.onPage(page.customers);
    return page;
  } catch (error) {
    const isOver = isAppError(error) && (error.upstreamStatus === 400 || error.code === "upstream_paused");
    if (isOver) return undefined;
    throw error;
  }
}
