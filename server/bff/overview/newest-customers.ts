import type { OverviewWindow } from "#lib/contract/console/overview.ts";
import type { Coverage } from "#lib/contract/day-counts.ts";
import { staleMembers } from "#lib/contract/list.ts";
import { utcDaysAgo } from "#lib/contract/values/calendar.ts";
import { maxLimit } from "#lib/contract/values/limits.ts";
import { earliestDate, windowDays } from "#lib/url-state/window.ts";
import type { CustomerPage } from "#server/api-client/endpoints/list-customers.ts";
import type { Freshness } from "#server/api-client/perform-call.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { sharedCalls } from "./overview-context.ts";
import type { OverviewServices } from "./overview-services.ts";

/** Five hundred customers: five calls, four of them at once. */
const maxPages = 5;

/** What the overview needs of a customer. */
interface NewCustomer {
  created: string | undefined;
  plan: string | undefined;
  term: string | undefined;
}

export interface NewestCustomers extends Freshness {
  customers: NewCustomer[];
  coverage: Coverage;
  window: { datefrom: string };
}

const newestFirst = { sort: "created", ascending: false, includeDeleted: false } as const;

/**
 * The newest customers of a window, as many as bounded calls can read; deleted ones are left out, as the
 * customers page does. A page that fails after the first ends the reading there: `coverage` says so.
 */
export function newestCustomers(
  context: ApiContext<OverviewServices>,
  window: OverviewWindow,
): Promise<NewestCustomers> {
  const datefrom = utcDaysAgo(context.services.clock.now(), windowDays[window]);
  return sharedCalls(context).memory.recall(`customers ${datefrom}`, () => readNewest(context, datefrom));
}

async function readNewest(context: ApiContext<OverviewServices>, datefrom: string): Promise<NewestCustomers> {
  const { client, call } = sharedCalls(context);
  const readPage = (page: number) =>
    client.listCustomers({ ...newestFirst, datefrom, limit: maxLimit, offset: page * maxLimit }, call);
  const first = await readPage(0);
  const pageCount = Math.min(maxPages, Math.ceil(first.total / maxLimit));
  const others = await Promise.allSettled(
    Array.from({ length: Math.max(pageCount - 1, 0) }, (_, at) => readPage(at + 1)),
  );
  const failed = others.findIndex(({ status }) => status === "rejected");
  const pages: (CustomerPage & Freshness)[] = [
    first,
    ...others
      .slice(0, failed < 0 ? undefined : failed)
      .flatMap((page) => (page.status === "fulfilled" ? page.value : [])),
  ];
  const byID = new Map(pages.flatMap(({ customers }) => customers).map((customer) => [customer.customerID, customer]));
  context.services.directories[context.environment].note([...byID.values()]);
  return {
    asOf: pages.map(({ asOf }) => asOf).toSorted()[0] ?? first.asOf,
    ...staleMembers(pages.find(({ stale }) => stale) ?? {}),
    coverage: { looked: byID.size, total: Math.max(first.total, byID.size) },
    window: { datefrom },
    customers: [...byID.values()].map(({ created, contract: { plan, term } }) => ({ created, plan, term })),
  };
}

/** How many customers there are at all; undefined where the API does not tell. */
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
