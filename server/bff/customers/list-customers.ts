import type { Customer } from "#lib/contract/customers/customer.ts";
import type { CustomerList, CustomerListQuery } from "#lib/contract/customers/customer-list.ts";
import { needsRecord } from "#lib/contract/customers/known-list.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { utcDaysAgo } from "#lib/contract/values/calendar.ts";
import { defaultWindowDays } from "#lib/contract/values/customers/customer-filters.ts";
import { isKnownSortKey } from "#lib/contract/values/customers/known-filters.ts";
import { withoutRaw } from "#server/bff/core/answers/without-raw.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import { createListMemo } from "#server/bff/core/list-memo.ts";
import { withRecentCreations } from "./creations.ts";
import type { CustomerServices } from "./customer-services.ts";

/**
 * Lists a page of an environment's customers. Without `datefrom` the API silently returns only the last 7 days. Here
 * the window is always explicit and always part of the answer.
 */
export async function listCustomers({
  context,
  input,
}: {
  context: ApiContext<CustomerServices>;
  input: Omit<CustomerListQuery, "raw"> & { raw?: boolean };
}): Promise<CustomerList> {
  const { client, call } = requestAPI(context);
  const window = windowOf(input, context.services.clock.now());
  const { raw, limit, offset, sort, ascending, dateto, searchTerm, includeDeleted } = input;
  if (needsRecord(input) || isKnownSortKey(sort)) throw new AppError("known_customers_off", "Not there yet.");
  const page = await client.listCustomers(
    { limit, offset, sort, ascending, datefrom: window.datefrom, dateto, searchTerm, includeDeleted },
    call,
  );
  const customers = await withRecentCreations(context, page.customers);
  // Other answers may contain the same rows. This is safe, because an answer is only printed.
  const rows = (raw ? customers : rowsWithoutRaw(customers)) as Customer[];
  return { ...page, customers: rows, window, source: "api" };
}

/** The rows of pages that the client may return again, because the API has sent the same answer again. */
const shownRows = createListMemo<readonly Customer[]>();

function rowsWithoutRaw(customers: readonly Customer[]): readonly Customer[] {
  const cachedRows = shownRows.of(customers);
  if (cachedRows) return cachedRows;
  const rows = customers.map((customer) => withoutRaw(customer));
  shownRows.set(customers, rows);
  return rows;
}

/**
 * The window of a query: the last 7 days if it has no start. Throws `invalid_request` for an earlier `dateto`, which
 * the query's own schema cannot detect.
 */
export function windowOf(
  { datefrom: requestedFrom, dateto }: Pick<CustomerListQuery, "datefrom" | "dateto">,
  nowMs: number,
): CustomerList["window"] {
  const datefrom = requestedFrom ?? utcDaysAgo(nowMs, defaultWindowDays);
  if (dateto !== undefined && dateto < datefrom) {
    const message = `must not be before ${datefrom}, where the window begins without datefrom`;
    throw new AppError("invalid_request", "Check dateto.", { errors: [{ field: "dateto", message }] });
  }
  return { datefrom, ...(dateto ? { dateto } : {}), defaulted: requestedFrom === undefined };
}
