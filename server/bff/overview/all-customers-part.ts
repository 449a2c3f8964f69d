import type { CountedCustomers, OverviewValue } from "#lib/contract/console/overview.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { startOfUtcDay, utcDay, utcDaysAgo } from "#lib/contract/values/calendar.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { type DayOfCounts, mondayOf } from "#server/bff/store/known/known-counts.ts";
import type { OverviewServices } from "./overview-services.ts";

/** The maximum number of weeks that are shown. */
const maxWeeks = 26;

/** All active customers by plan and by term: the last counts, and the counts of each week. */
export async function allCustomers({
  services,
  environment,
}: ApiContext<OverviewServices>): Promise<OverviewValue<"allCustomers">> {
  const { clock, store, isKnownOn } = services;
  if (!isKnownOn) throw new AppError("known_customers_off", "This console keeps no states of customers.");
  const nowMs = clock.now();
  const thisMonday = mondayOf(utcDay(nowMs));
  const firstMonday = mondayOf(utcDaysAgo(nowMs, (maxWeeks - 1) * 7));
  const counted = await store.knownCounts.weeks(environment, firstMonday);
  const byMonday = new Map(counted.map((day) => [mondayOf(day.day), countedOf(day)]));
  const last = counted.at(-1);
  const now = last && countedOf(last);
  const weeks: OverviewValue<"allCustomers">["weeks"] = [];
  for (let monday = [...byMonday.keys()][0]; monday !== undefined && monday <= thisMonday; monday = weekAfter(monday)) {
    const ofWeek = byMonday.get(monday);
    weeks.push({ monday, ...(ofWeek && { counted: ofWeek }) });
  }
  return {
    asOf: new Date(nowMs).toISOString(),
    coverage: { looked: now?.known ?? 0, total: now?.total ?? now?.known ?? 0 },
    ...(now && { now }),
    weeks,
  };
}

const weekAfter = (monday: string) => utcDay(startOfUtcDay(monday) + 7 * dayMs);

function countedOf({ counts, known, total, countedAt }: DayOfCounts): CountedCustomers {
  const sum = (member: "customers" | "users" | "withUsers") => counts.reduce((all, count) => all + count[member], 0);
  return {
    at: new Date(countedAt).toISOString(),
    customers: sum("customers"),
    users: sum("users"),
    withUsers: sum("withUsers"),
    known,
    ...(total !== null && { total }),
    plans: countsBy("plan", counts),
    terms: countsBy("term", counts),
  };
}

/**
 * The number of customers for each value of a member, most frequent value first. Customers without a value come last.
 */
function countsBy(member: "plan" | "term", counts: DayOfCounts["counts"]): CountedCustomers["plans"] {
  const found = new Map<string, number>();
  for (const count of counts) found.set(count[member], (found.get(count[member]) ?? 0) + count.customers);
  return [...found]
    .filter(([, count]) => count > 0)
    .toSorted(([a, first], [b, second]) => Number(a === "") - Number(b === "") || second - first || (a < b ? -1 : 1))
    .map(([value, count]) => ({ ...(value !== "" && { value }), count }));
}
