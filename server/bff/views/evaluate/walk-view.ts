import type { Customer } from "#lib/contract/customers/customer.ts";
import { elsewhereSince, hasKnownFilters } from "#lib/contract/customers/known-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { startOfUtcDay, utcDay } from "#lib/contract/values/calendar.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { type ScannedPart, type WalkSummary, walkCustomers } from "#lib/customers/walk-customers.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { earliestDate } from "#lib/url-state/window.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { CustomerServices } from "#server/bff/customers/customer-services.ts";
import type { KnownListFilters } from "#server/bff/customers/list-known.ts";
import { matchesKnown } from "#server/bff/customers/matches-known.ts";
import { customerOfRow, type KnownRow } from "#server/bff/store/known/known-rows.ts";
import { filtersOfView } from "./view-filters.ts";

export interface ViewContext {
  services: Pick<CustomerServices, "clock" | "store" | "isKnownOn">;
  environment: Environment;
  client: ApiClient;
  call: CallContext;
  /** The person whose pins the view uses. */
  staffID: string;
}

/** The result of an evaluation. `complete` is false if the API did not return its whole list. */
interface ViewReading extends WalkSummary {
  /** When the evaluation began; ISO 8601 in UTC. */
  asOf: string;
}

/** The maximum number of customers that one evaluation reads from the API, unless the caller chooses another one. */
const maxReadForView = 100_000;

/**
 * Reads from the API all customers that match a view now, oldest first, each once. Every change for the customers of a
 * view, and every scheduled export, uses this function (docs/decisions/0081-customers-of-a-view.md).
 *
 * The API filters by creation day and search term. For any other filter, every customer of the view's creation days is
 * read and compared here, so that no customer is missed that the store of known customers does not have. The store only
 * adds what the API's list does not say: tags, pins, changes made outside Switchboard, and members that the list leaves
 * out.
 *
 * A relative window is counted back from `nowMs`. The caller must check `complete` in the result. Throws
 * `invalid_request` if the view must read more than `maxRead` customers.
 */
export async function* walkView(
  context: ViewContext,
  query: string,
  { maxRead = maxReadForView, nowMs = context.services.clock.now() }: { maxRead?: number; nowMs?: number } = {},
): AsyncGenerator<ScannedPart, ViewReading> {
  const { client, call } = context;
  const filters = filtersOfView(query, nowMs);
  const selectMatching = viewMatcher(context, filters, nowMs);
  const listed = { ...upstreamFilters(filters), sort: "created", ascending: true } as const;
  const parts = walkCustomers((page) => client.listCustomers({ ...listed, ...page }, { ...call, fresh: true }));
  let count = 0;
  for (;;) {
    const next = await parts.next();
    if (next.done) return { ...next.value, count, asOf: new Date(nowMs).toISOString() };
    const { total, to } = next.value;
    if (total > maxRead) throw tooManyToRead(total, maxRead);
    const customers = await selectMatching(next.value.customers);
    count += customers.length;
    yield { customers, total, to };
  }
}

function tooManyToRead(total: number, maxRead: number): AppError {
  return new AppError(
    "invalid_request",
    `To evaluate this view, Switchboard would have to read ${formatCount(total)} customers. It reads at most ${formatCount(maxRead)}. Choose a shorter creation period in the view.`,
  );
}

/**
 * The filters that are sent to the API. If the customers are compared here, one more day is read at each end, because
 * the days of an API may begin at another hour than UTC days.
 */
export function upstreamFilters(filters: KnownListFilters) {
  const { window, dateto, searchTerm, state, includeDeleted = false } = filters;
  if (!hasKnownFilters(filters)) return { datefrom: window.datefrom, dateto, searchTerm, includeDeleted };
  return {
    datefrom: window.datefrom === earliestDate ? earliestDate : shiftedDay(window.datefrom, -1),
    dateto: dateto === undefined ? undefined : shiftedDay(dateto, 1),
    searchTerm: undefined,
    includeDeleted: state ? state.includes("deleted") : includeDeleted,
  };
}

const shiftedDay = (day: string, days: number) => utcDay(Math.max(0, startOfUtcDay(day) + days * dayMs));

/** Returns a function that selects the customers that match all filters of the view from an answer of the API. */
export function viewMatcher(
  { services, environment, staffID }: Pick<ViewContext, "services" | "environment" | "staffID">,
  filters: KnownListFilters,
  nowMs: number,
): (customers: readonly Customer[]) => Promise<readonly Customer[]> {
  if (!hasKnownFilters(filters)) return async (customers) => customers;
  const { store, isKnownOn } = services;
  const { tag, pinned, elsewhere } = filters;
  if (elsewhere !== undefined && !isKnownOn) {
    throw new AppError(
      "invalid_request",
      "This view selects customers that were changed outside Switchboard. This console does not record such changes (KNOWN_CUSTOMERS=off).",
    );
  }
  const elsewhereFrom = elsewhere === undefined ? undefined : elsewhereSince(elsewhere, nowMs);
  return async (customers) => {
    const ids = customers.map(({ customerID }) => customerID);
    const marks = tag || pinned ? await store.marks.of(environment, ids, staffID) : undefined;
    const rows = isKnownOn ? await store.knownRows.find(environment, ids.map(idKey)) : undefined;
    return customers.filter((customer) => {
      const key = idKey(customer.customerID);
      const mark = marks?.get(key);
      if (pinned && !mark?.pinned) return false;
      if (tag && !tag.some((one) => mark?.tags.includes(one))) return false;
      const row = rows?.get(key);
      if (elsewhereFrom !== undefined && (row?.elsewhereAt ?? 0) < elsewhereFrom) return false;
      return matchesKnown(row ? withKnownMembers(customer, row) : customer, filters);
    });
  };
}

/** Adds members that the API's list left out, from earlier answers, as the list of customers does. */
function withKnownMembers(customer: Customer, row: KnownRow): Customer {
  const known = customerOfRow(row);
  return {
    ...customer,
    created: customer.created ?? known.created,
    usersCount: customer.usersCount ?? known.usersCount,
    contract: {
      term: customer.contract.term ?? known.contract.term,
      plan: customer.contract.plan ?? known.contract.plan,
    },
    adminUser: { email: customer.adminUser.email ?? known.adminUser.email },
  };
}
