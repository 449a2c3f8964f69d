import { AppError } from "#lib/contract/errors.ts";
import type { OperationDetail } from "#lib/contract/operation.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import { operationView } from "./operation-view.ts";
import { usualTime } from "./usual-time.ts";

const mostRepeats = 10;

const repeatView = ({ operationID, actor, createdAt }: StoredOperation) => ({
  operationID,
  email: actor.email,
  createdAt: new Date(createdAt).toISOString(),
});

/** One write of this environment, whatever became of it, and how long its kind usually takes. */
export async function getOperation({
  context,
  operationID,
}: {
  context: RouteContext<"viewer", "/api/:environment/operations/:operationID">;
  operationID: string;
}): Promise<OperationDetail> {
  const { services, environment } = context;
  const stored = await services.store.operations.find(environment, operationID);
  if (!stored) throw new AppError("not_found", `There is no such operation in ${environment}.`);
  const usual = await usualTime(services.store, environment, stored.kind);
  const { operations: repeats } = await services.store.operations.list(
    { environment, againOf: operationID },
    { limit: mostRepeats, offset: 0 },
  );
  return {
    operation: operationView(stored),
    ...(repeats.length > 0 && { repeats: repeats.map(repeatView) }),
    ...(usual && { usual }),
    asOf: new Date(services.clock.now()).toISOString(),
  };
}
