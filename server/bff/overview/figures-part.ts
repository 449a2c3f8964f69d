import type { Figure, OverviewValue, OverviewWindow } from "#lib/contract/console/overview.ts";
import { oldestAge } from "#lib/contract/list.ts";
import { attentionOutcomes } from "#lib/contract/operation-outcome.ts";
import { utcDaysAgo } from "#lib/contract/values/calendar.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { changeContractKind } from "#lib/operation-kinds/change-contract.ts";
import { createCustomerKind } from "#lib/operation-kinds/create-customer.ts";
import { windowDays } from "#lib/url-state/window.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import type { OperationFilter } from "#server/bff/store/operations/operation-filter.ts";
import { newestCustomers } from "./newest-customers.ts";
import { sharedCalls } from "./overview-context.ts";
import type { OverviewServices } from "./overview-services.ts";

type RecordFilter = Pick<OperationFilter, "kind" | "outcomes">;

const onlyTotal = { limit: 0, offset: 0 } as const;

/**
 * The number of new customers in the window, and in the period of equal length before it. Undefined if the API cannot
 * be read.
 */
async function newCustomers(
  context: ApiContext<OverviewServices>,
  window: OverviewWindow,
): Promise<{ figure: Figure; age: ReturnType<typeof oldestAge> } | undefined> {
  const { client, call, memory } = sharedCalls(context);
  const nowMs = context.services.clock.now();
  const days = windowDays[window];
  // The period before the window. A window includes both its first day and today.
  const [datefrom, dateto] = [utcDaysAgo(nowMs, 2 * days - 1), utcDaysAgo(nowMs, days)];
  const query = { sort: "created", ascending: false, includeDeleted: false, limit: 1, offset: 0 } as const;
  try {
    const [current, before] = await Promise.all([
      newestCustomers(context, window),
      memory.recall(`customers ${datefrom} ${dateto}`, () =>
        client.listCustomers({ ...query, datefrom, dateto }, call),
      ),
    ]);
    return {
      figure: { now: current.coverage.total, before: before.total },
      age: oldestAge([current, before]),
    };
  } catch {
    // The error is ignored, because the part with the chart shows it.
    return undefined;
  }
}

/** Four figures of the window. Each figure is shown with the figure of the period of equal length before the window. */
export async function overviewFigures(
  context: ApiContext<OverviewServices>,
  window: OverviewWindow,
): Promise<OverviewValue<"figures">> {
  const { services, environment } = context;
  const { operations } = services.store;
  const nowMs = services.clock.now();
  const lengthMs = windowDays[window] * dayMs;
  const { total } = await operations.list({ environment }, onlyTotal);
  const oldest = await operations.list({ environment }, { limit: 1, offset: Math.max(total - 1, 0) });
  const recordMs = oldest.operations[0]?.createdAt;
  const isComparable = recordMs !== undefined && recordMs <= nowMs - 2 * lengthMs;

  const totalSince = async (filter: RecordFilter, sinceMs: number) =>
    (await operations.list({ environment, ...filter, sinceMs }, onlyTotal)).total;
  const recorded = (filter: RecordFilter): Promise<Figure> =>
    services.overviews[environment].recall(`figure ${window} ${JSON.stringify(filter)}`, async () => {
      const now = await totalSince(filter, nowMs - lengthMs);
      return isComparable ? { now, before: (await totalSince(filter, nowMs - 2 * lengthMs)) - now } : { now };
    });

  const [customers, createdHere, contractChanges, needingAttention] = await Promise.all([
    newCustomers(context, window),
    recorded({ kind: createCustomerKind.kind, outcomes: ["done"] }),
    recorded({ kind: changeContractKind.kind, outcomes: ["done"] }),
    recorded({ outcomes: attentionOutcomes }),
  ]);
  return {
    ...(customers?.age ?? { asOf: new Date(nowMs).toISOString() }),
    coverage: { looked: total, total },
    ...(customers === undefined ? {} : { newCustomers: customers.figure }),
    createdHere,
    contractChanges,
    needingAttention,
    ...(recordMs === undefined ? {} : { recordSince: new Date(recordMs).toISOString() }),
  };
}
