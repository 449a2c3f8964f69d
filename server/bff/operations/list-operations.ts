import type { OperationList } from "#lib/contract/operations/operation.ts";
import type { OperationListQuery } from "#lib/contract/operations/operation-requests.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { operationFilterOf } from "./operation-filter-of.ts";
import type { OperationServices } from "./operation-services.ts";
import { operationViews } from "./operation-views.ts";

/** A page of an environment's writes, newest first. Everybody with access to the environment sees all of them. */
export async function listOperations({
  context,
  input,
}: {
  context: RouteContext<"viewer", "/api/:environment/operations", OperationServices>;
  input: OperationListQuery;
}): Promise<OperationList> {
  const { services, environment, session } = context;
  const { limit, offset, ...filters } = input;
  const filter = operationFilterOf(services.operationKinds, environment, session.staff.staffID, filters);
  const { operations, total } = await services.store.operations.list(filter, { limit, offset });
  const asOf = new Date(services.clock.now()).toISOString();
  const views = await operationViews(services, environment, operations);
  return { operations: views, total, limit, offset, asOf };
}
