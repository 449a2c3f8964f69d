import { AppError } from "#lib/contract/app-error.ts";
import type { OperationDetail } from "#lib/contract/operation.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import { viewWithStuck } from "./operation-jobs.ts";
import type { OperationServices } from "./operation-services.ts";

const maxRepeats = 10;

const repeatView = ({ operationID, actor, createdAt }: StoredOperation) => ({
  operationID,
  email: actor.email,
  createdAt: new Date(createdAt).toISOString(),
});

/** One write of this environment, whatever its outcome, and how long its kind usually takes. */
export async function getOperation({
  context,
  operationID,
}: {
  context: RouteContext<"viewer", "/api/:environment/operations/:operationID", OperationServices>;
  operationID: string;
}): Promise<OperationDetail> {
  const { services, environment } = context;
  const stored = await services.store.operations.find(environment, operationID);
  if (!stored) throw new AppError("not_found", `There is no such operation in ${environment}.`);
  const usual = await services.operationJobs.usualTimeOf(stored, { fresh: true });
  const { operations: repeats } = await services.store.operations.list(
    { environment, againOf: operationID },
    { limit: maxRepeats, offset: 0 },
  );
  return {
    operation: await viewWithStuck(services.operationJobs, stored),
    ...(repeats.length > 0 && { repeats: repeats.map(repeatView) }),
    ...(usual && { usual }),
    asOf: new Date(services.clock.now()).toISOString(),
  };
}
