import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Operation, OperationDetail } from "#lib/contract/operations/operation.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { OperationServices } from "./operation-services.ts";
import { operationViews } from "./operation-views.ts";

const maxLater = 10;

const laterView = ({ operationID, actor, createdAt }: StoredOperation) => ({
  operationID,
  email: actor.email,
  createdAt: new Date(createdAt).toISOString(),
});

/** One write of this environment with any outcome, and the usual duration of its kind. */
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
  const { operations: later } = await services.store.operations.list(
    { environment, againOf: operationID },
    { limit: maxLater, offset: 0 },
  );
  const undoes = ({ request }: StoredOperation) => request.undoOf === operationID;
  const undoneBy = later.filter((one) => undoes(one) && one.confirmedAt !== null).map(laterView);
  const repeats = later.filter((one) => !undoes(one)).map(laterView);
  const [operation] = await operationViews(services, environment, [stored]);
  return {
    operation: operation as Operation,
    ...(repeats.length > 0 && { repeats }),
    ...(undoneBy.length > 0 && { undoneBy }),
    ...(usual && { usual }),
    asOf: new Date(services.clock.now()).toISOString(),
  };
}
