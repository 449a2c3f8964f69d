import type { OverviewWindow } from "#lib/contract/console/overview.ts";
import type { Coverage, RowOrder } from "#lib/contract/day-counts.ts";
import { staleMembers } from "#lib/contract/list.ts";
import { utcDay, utcDaysAgo } from "#lib/contract/values/calendar.ts";
import { maxLimit } from "#lib/contract/values/limits.ts";
import { earliestDate, windowDays } from "#lib/url-state/window.ts";
import type { CustomerPage } from "#server/api-client/endpoints/list-customers.ts";
import type { Freshness } from "#server/api-client/perform-call.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { sharedCalls } from "./overview-context.ts";
import type { OverviewServices } from "./overview-services.ts";

/**
 * The maximum number of pages that are read: 3,000 customers. One import may create 2,000 customers on one day, and the
 * remaining customers of the window must still be counted.
 */
const maxPages = 30;

/** How long the later pages are reused while the first page has not changed, in milliseconds. */
const samePagesMs = 60_000;

/** The pages of a window, as last read. */
interface LastReading {
  atMs: number;
  first: string;
  others: (CustomerPage & Freshness)[];
}

const lastReadings = new WeakMap<object, Map<string, LastReading>>();

/** Customers that are counted together: a single customer, or all customers of a day with the same plan and term. */
interface NewCustomer {
  created: string | undefined;
  plan: string | undefined;
  term: string | undefined;
  count: number;
}

export interface NewestCustomers extends Freshness {
  customers: NewCustomer[];
  coverage: Coverage;
  window: { datefrom: string };
  /**
   * Set only if stored customers were counted. `newest`: the store has all customers of the window. `none`: some
   * customers of the window are not in the store, and these may have been created on any day. Undefined: the customers
   * were read from the API, newest first.
   */
  order?: RowOrder | undefined;
}

/** The first day of a window that ends today and includes exactly the number of days in its name. */
export const firstDay = (nowMs: number, window: OverviewWindow) => utcDaysAgo(nowMs, windowDays[window] - 1);

const newestFirst = { sort: "created", ascending: false, includeDeleted: false } as const;

/**
 * The new customers of a window, without deleted customers, as on the customers page.
 *
 * The stored customers are counted in two cases: if the store has as many of these customers as the API, or if it has
 * more than `maxPages` calls could read. Otherwise, at most `maxPages` calls read the newest customers. If a later page
 * fails, reading stops, and `coverage` shows how many customers were read.
 */
export function newestCustomers(
  context: ApiContext<OverviewServices>,
  window: OverviewWindow,
): Promise<NewestCustomers> {
  const datefrom = firstDay(context.services.clock.now(), window);
  return sharedCalls(context).memory.recall(`customers ${datefrom}`, () => readNewest(context, datefrom));
}

async function readNewest(context: ApiContext<OverviewServices>, datefrom: string): Promise<NewestCustomers> {
  const { client, call } = sharedCalls(context);
  const readPage = (page: number) =>
    client.listCustomers({ ...newestFirst, datefrom, limit: maxLimit, offset: page * maxLimit }, call);
  const first = await readPage(0);
  const known = first.total > first.customers.length ? await knownCustomers(context, datefrom) : [];
  const sum = known.reduce((all, { count }) => all + count, 0);
  const isMore = sum > maxPages * maxLimit && sum < first.total;
  if (sum > 0 && (sum === first.total || isMore)) {
    return {
      asOf: first.asOf,
      ...staleMembers(first),
      coverage: { looked: sum, total: first.total },
      window: { datefrom },
      customers: known,
      // The unknown customers may be of any day, so the order says nothing about these customers.
      order: isMore ? "none" : "newest",
    };
  }
  const pageCount = Math.min(maxPages, Math.ceil(first.total / maxLimit));
  const pages = [first, ...(await otherPages(context, datefrom, { first, pageCount, readPage }))];
  const byID = new Map(pages.flatMap(({ customers }) => customers).map((customer) => [customer.customerID, customer]));
  return {
    asOf: pages.map(({ asOf }) => asOf).toSorted()[0] ?? first.asOf,
    ...staleMembers(pages.find(({ stale }) => stale) ?? {}),
    coverage: { looked: byID.size, total: Math.max(first.total, byID.size) },
    window: { datefrom },
    customers: [...byID.values()].map(({ created, contract: { plan, term } }) => ({ created, plan, term, count: 1 })),
  };
}

/** The stored customers of a window, counted by day, plan and term. */
async function knownCustomers(
  { services, environment }: ApiContext<OverviewServices>,
  datefrom: string,
): Promise<NewCustomer[]> {
  if (!services.isKnownOn) return [];
  const counted = await services.store.knownCounts.created(environment, datefrom, utcDay(services.clock.now()));
  return counted.map(({ day, plan, term, customers }) => ({
    created: `${day}T00:00:00Z`,
    plan: plan || undefined,
    term: term || undefined,
    count: customers,
  }));
}

/** The pages after the first one. If a page fails, the pages after it are not used. */
async function otherPages(
  context: ApiContext<OverviewServices>,
  datefrom: string,
  {
    first,
    pageCount,
    readPage,
  }: {
    first: CustomerPage & Freshness;
    pageCount: number;
    readPage: (page: number) => Promise<CustomerPage & Freshness>;
  },
): Promise<(CustomerPage & Freshness)[]> {
  const { memory } = sharedCalls(context);
  const readings = lastReadings.get(memory) ?? new Map<string, LastReading>();
  lastReadings.set(memory, readings);
  const nowMs = context.services.clock.monotonic();
  const firstPage = JSON.stringify([first.total, first.customers.map(({ customerID }) => customerID)]);
  const last = readings.get(datefrom);
  if (last?.first === firstPage && nowMs - last.atMs < samePagesMs) return last.others;
  const read = await Promise.allSettled(
    Array.from({ length: Math.max(pageCount - 1, 0) }, (_, at) => readPage(at + 1)),
  );
  const failed = read.findIndex(({ status }) => status === "rejected");
  const others = read
    .slice(0, failed < 0 ? undefined : failed)
    .flatMap((page) => (page.status === "fulfilled" ? page.value : []));
  // Windows that ended on earlier days are never requested again, so their pages can be removed.
  if (readings.size > 6) readings.clear();
  if (failed < 0) readings.set(datefrom, { atMs: nowMs, first: firstPage, others });
  return others;
}

/** The total number of customers. Undefined if the API does not provide it. */
export function countCustomers(context: ApiContext<OverviewServices>): Promise<number | undefined> {
  const { client, call, memory } = sharedCalls(context);
  return memory.recall("all customers", async () => {
    const query = { ...newestFirst, datefrom: earliestDate, limit: 1, offset: 0 };
    return client.listCustomers(query, call).then(
      ({ total }) => total,
      () => undefined,
    );
  });
}
