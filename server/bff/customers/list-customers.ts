import type { Customer } from "#lib/contract/customers/customer.ts";
import type { CustomerList, CustomerListQuery, CustomerSortKey } from "#lib/contract/customers/customer-list.ts";
import { needsRecord } from "#lib/contract/customers/known-list.ts";
import type { ErrorCode } from "#lib/contract/errors.ts";
import { staleMembers } from "#lib/contract/list.ts";
import { AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import { utcDaysAgo } from "#lib/contract/values/calendar.ts";
import { defaultWindowDays } from "#lib/contract/values/customers/customer-filters.ts";
import { isKnownSortKey } from "#lib/contract/values/customers/known-filters.ts";
import { withoutRaw } from "#server/bff/core/answers/without-raw.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import { createListMemo } from "#server/bff/core/list-memo.ts";
import { withRecentCreations } from "./creations.ts";
import type { CustomerServices } from "./customer-services.ts";
import { listKnown } from "./list-known.ts";

/**
 * Lists a page of an environment's customers. Without `datefrom`, the API silently returns only the last 7 days. So the
 * window is always sent to the API, and the answer always includes it.
 *
 * The store of known customers answers if the API does not have the filter or the sort key, or if the API is not
 * available.
 */
export async function listCustomers({
  context,
  input,
}: {
  context: ApiContext<CustomerServices>;
  input: Omit<CustomerListQuery, "raw"> & { raw?: boolean };
}): Promise<CustomerList> {
  const window = windowOf(input, context.services.clock.now());
  const { raw, ...query } = input;
  const { sort } = query;
  if (needsRecord(query) || isKnownSortKey(sort)) {
    assertKnown(context);
    return { ...(await listKnown({ context, input: query, window })), ...outageOf(context) };
  }
  try {
    return await listFromApi({ context, input: { ...query, sort, raw: raw === true }, window });
  } catch (error) {
    if (!isAppError(error) || !unavailable.has(error.code) || !context.services.isKnownOn) throw error;
    const list = await listKnown({ context, input: query, window });
    if (list.coverage?.known === 0) throw error;
    return { ...list, ...staleAnswer(error) };
  }
}

/** The members that explain why the answer comes from the store although the API was called. */
export function staleAnswer({ code, retryAt }: AppError) {
  const isRefused = code === "upstream_credentials";
  return staleMembers({ stale: true, ...(isRefused && { staleReason: "key_refused" }), ...(retryAt && { retryAt }) });
}

/**
 * Returns the same members as `staleAnswer` while the API is not available. Used for a list that always comes from the
 * store.
 */
function outageOf(context: ApiContext<CustomerServices>) {
  const { availability, retryAt } = requestAPI(context).client.status();
  if (availability === "available") return {};
  const isRefused = availability === "key_refused";
  return staleMembers({ stale: true, ...(isRefused && { staleReason: "key_refused" }), retryAt });
}

/** The errors after which the store of known customers is used: the API cannot be called, or it does not answer. */
export const unavailable: ReadonlySet<ErrorCode> = new Set([
  "upstream_paused",
  "upstream_unreachable",
  "upstream_timeout",
  "upstream_failed",
  "upstream_rate_limited",
  "upstream_credentials",
]);

/** Throws `known_customers_off` if the console does not store known customers. */
export function assertKnown({ services }: Pick<ApiContext<CustomerServices>, "services">): void {
  if (services.isKnownOn) return;
  throw new AppError(
    "known_customers_off",
    "This console keeps no record of customers (KNOWN_CUSTOMERS=off), so these filters and this order do not exist.",
  );
}

async function listFromApi({
  context,
  input: { raw, limit, offset, sort, ascending, dateto, searchTerm, includeDeleted },
  window,
}: {
  context: ApiContext<CustomerServices>;
  input: Omit<CustomerListQuery, "sort"> & { sort: CustomerSortKey };
  window: CustomerList["window"];
}): Promise<CustomerList> {
  const { client, call } = requestAPI(context);
  const page = await client.listCustomers(
    { limit, offset, sort, ascending, datefrom: window.datefrom, dateto, searchTerm, includeDeleted },
    call,
  );
  const customers = await withRecentCreations(context, page.customers);
  // Several answers may share these row objects. This is safe, because answers are only serialised.
  const rows = (raw ? customers : rowsWithoutRaw(customers)) as Customer[];
  return { ...page, customers: rows, window, source: "api" };
}

/** The rows without raw data, for each list object. The client may return the same list object again. */
const shownRows = createListMemo<readonly Customer[]>();

function rowsWithoutRaw(customers: readonly Customer[]): readonly Customer[] {
  const cachedRows = shownRows.of(customers);
  if (cachedRows) return cachedRows;
  const rows = customers.map((customer) => withoutRaw(customer));
  shownRows.set(customers, rows);
  return rows;
}

/**
 * The window of a query. Without a start, it is the last 7 days. Throws `invalid_request` if `dateto` is before the
 * start, which the schema of the query cannot check.
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
