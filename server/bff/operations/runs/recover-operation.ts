import type { Environment } from "#lib/contract/environment.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { OperationServices } from "#server/bff/operations/operation-services.ts";
import { settleInterrupted } from "#server/bff/operations/settle-write.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";

/**
 * Settles the operation of a row that was claimed by a run with an expired lease. Null if no operation was recorded.
 */
export async function recoverOperation(
  services: Pick<CoreServices, "store" | "clock"> & Pick<OperationServices, "reconciler">,
  environment: Environment,
  operationID: string | null,
): Promise<StoredOperation | null> {
  const operation = operationID === null ? null : await services.store.operations.find(environment, operationID);
  if (!operation) return null;
  // The lease under which it was sent is no longer renewed, so its outcome is checked now.
  const settled = await settleInterrupted(services, operation, services.clock.now());
  if (settled.state === "unknown") services.reconciler.wake();
  return settled;
}
