import type { OverviewValue } from "#lib/contract/console/overview.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { operationViews } from "#server/bff/operations/operation-views.ts";
import type { OverviewServices } from "./overview-services.ts";

const maxShown = 6;

/** The latest writes of the environment, from the console's own store. */
export async function overviewOperations({
  services,
  environment,
}: ApiContext<OverviewServices>): Promise<OverviewValue<"operations">> {
  const { operations, total } = await services.store.operations.list({ environment }, { limit: maxShown, offset: 0 });
  return {
    asOf: new Date(services.clock.now()).toISOString(),
    coverage: { looked: operations.length, total },
    operations: await operationViews(services, environment, operations),
  };
}
