import type { CustomerAnswer } from "#lib/contract/customers/customer.ts";
import { type CustomerFindQuery, maxWalkPages } from "#lib/contract/customers/customer-find.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { maxSearchTermLength } from "#lib/contract/values/customers/customer-filters.ts";
import { earliestDate } from "#lib/url-state/window.ts";
import type { CustomerPage, UpstreamCustomerQuery } from "#server/api-client/endpoints/list-customers.ts";
import { allCustomersQuery, type FindContext, findOnPage, scanForCustomer } from "./scan-for-customer.ts";

const dayMs = 86_400_000;

/** A day more on either side: the time zone in which an API counts its days is not known. */
function around(created: string | undefined): Pick<UpstreamCustomerQuery, "datefrom" | "dateto"> {
  const atMs = Date.parse(created ?? "");
  if (Number.isNaN(atMs)) return { datefrom: earliestDate };
  return { datefrom: utcDay(Math.max(0, atMs - dayMs)), dateto: utcDay(atMs + dayMs) };
}

/**
 * One customer by its ID. The specification shows no such call, so the list is asked: with what the
 * directory knows (name and creation day), with the ID as search term, and at last row by row, within
 * a bound. Deleted customers are found too. Throws `not_found` where the whole list has been seen and
 * `customer_not_found_within_bound` where the walk ended before.
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
  const found = input.from === undefined ? await search(context, customerID) : undefined;
  return (
    found ??
    scanForCustomer({ context, customerID, bound: { from: input.from ?? 0, pages: input.pages ?? maxWalkPages } })
  );
}

/** Half a surrogate pair, from a name or from cutting it, cannot be sent in a URL. */
const isSearchable = (text: string) => text !== "" && text.isWellFormed();

async function search(context: FindContext, customerID: string): Promise<CustomerAnswer | undefined> {
  const known = context.services.directories[context.environment].find(customerID);
  const searchTerm = known?.companyName.slice(0, maxSearchTermLength).trim();
  const window = known && around(known.created);
  const queries: Partial<UpstreamCustomerQuery>[] = [
    ...(searchTerm !== undefined && isSearchable(searchTerm) ? [{ ...window, searchTerm }] : []),
    // It may have another name by now, or one that the API's search does not find.
    ...(window?.dateto ? [window] : []),
    { searchTerm: customerID },
  ];
  for (const query of queries) {
    const page = await ask(context, query);
    const answer = page && findOnPage(page, customerID);
    if (answer) return answer;
  }
  return undefined;
}

/** A page of the list; undefined where the API refuses this search or is left alone just now. */
async function ask(context: FindContext, query: Partial<UpstreamCustomerQuery>): Promise<CustomerPage | undefined> {
  try {
    const page = await context.client.listCustomers({ ...allCustomersQuery, ...query }, context.call);
    context.services.directories[context.environment].note(page.customers);
    return page;
  } catch (error) {
    const isOver = isAppError(error) && (error.upstreamStatus === 400 || error.code === "upstream_paused");
    if (isOver) return undefined;
    throw error;
  }
}
