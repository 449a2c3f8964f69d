import type { OperationList } from "#lib/contract/operation.ts";
import type { OperationListQuery } from "#lib/contract/operation-requests.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { operationView } from "./operation-view.ts";

/** A page of an environment's writes, newest first; everybody who may see the environment sees all of them. */
export async function listOperations({
  context,
  input,
}: {
  context: RouteContext<"viewer", "/api/:environment/operations">;
  input: OperationListQuery;
}): Promise<OperationList> {
  const { services, environment, session } = context;
  const { mine, state, outcome, since, limit, offset, ...others } = input;
  const filter = {
    environment,
    staffID: mine ? session.staff.staffID : undefined,
    states: state,
    outcomes: outcome,
    sinceMs: since === undefined ? undefined : Date.parse(since),
    ...others,
  };
  const { operations, total } = await services.store.operations.list(filter, { limit, offset });
  const asOf = new Date(services.clock.now()).toISOString();
  return { operations: operations.map(operationView), total, limit, offset, asOf };
}
