import type { OverviewValue } from "#lib/contract/console/overview.ts";
import { namedItems } from "#server/bff/attention/attention-registry.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import type { OverviewServices } from "./overview-services.ts";

/** The maximum number of shown items. The attention page shows all items. */
const maxShown = 8;

/** The most important items of this environment that need attention, from the attention registry. */
export async function overviewWaiting({
  services,
  environment,
  requestID,
}: ApiContext<OverviewServices>): Promise<OverviewValue<"waiting">> {
  const { asOf, items, total, sources } = await services.attention.open({ environment, requestID });
  const coverage = sources.find(({ name }) => name === "jobs")?.coverage ?? { looked: 0, total: 0 };
  const open = items.filter(({ snooze }) => snooze === undefined);
  const shown = await namedItems(services.store.staff, open.slice(0, maxShown));
  return { asOf, coverage, items: shown, total: total - (items.length - open.length), sources };
}
