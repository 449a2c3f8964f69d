import type { OverviewValue, OverviewWindow } from "#lib/contract/console/overview.ts";
import { isSameContractValue } from "#lib/format/contract-value-name.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { countByDay } from "#server/bff/core/count-by-day.ts";
import { countCustomers, newestCustomers } from "./newest-customers.ts";
import type { OverviewServices } from "./overview-services.ts";

/** The maximum number of counted values. Real lists of plans or terms are shorter. */
const maxValues = 50;

/** The number of a window's customers by UTC day of creation. */
export async function customersByDay(
  context: ApiContext<OverviewServices>,
  window: OverviewWindow,
): Promise<OverviewValue<"customersByDay">> {
  const [{ customers, order, ...facts }, allTime] = await Promise.all([
    newestCustomers(context, window),
    countCustomers(context),
  ]);
  return {
    ...facts,
    ...countByDay(customers.map(({ created, count }) => ({ at: created, series: "", count }))),
    ...(order && { order }),
    ...(allTime === undefined ? {} : { allTime }),
  };
}

/** The number of a window's customers by plan or by term. */
export async function customersBy(
  member: "plan" | "term",
  context: ApiContext<OverviewServices>,
  window: OverviewWindow,
): Promise<OverviewValue<"plans">> {
  const { customers, order: _order, ...facts } = await newestCustomers(context, window);
  // As in forms, the configured values come first in the configured order. Other values follow, most frequent first.
  const { plans, terms } = context.services.configuredValues;
  const configured = member === "plan" ? plans : terms;
  const rank = (value: string | undefined) => {
    const place = configured.findIndex((one) => isSameContractValue(member, one, value ?? ""));
    return place < 0 ? configured.length : place;
  };
  const counts = new Map<string | undefined, number>();
  for (const customer of customers) {
    const value = customer[member] || undefined;
    counts.set(value, (counts.get(value) ?? 0) + customer.count);
  }
  const values = [...counts]
    .map(([value, count]) => ({ ...(value === undefined ? {} : { value }), count }))
    .toSorted(
      (a, b) => rank(a.value) - rank(b.value) || b.count - a.count || ((a.value ?? "") < (b.value ?? "") ? -1 : 1),
    );
  return { ...facts, values: values.slice(0, maxValues) };
}
