import { AppError } from "#lib/contract/errors.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { operationView } from "./operation-view.ts";
import type { RouteContext } from "./route.ts";

/** One write of this environment, whatever became of it. */
export async function getOperation({
  context,
  operationID,
}: {
  context: RouteContext<"viewer", "/api/:environment/operations/:operationID">;
  operationID: string;
}): Promise<{ operation: Operation }> {
  const { services, environment } = context;
  const stored = await services.store.operations.find(environment, operationID);
  if (!stored) throw new AppError("not_found", `There is no such operation in ${environment}.`);
  return { operation: operationView(stored) };
}
