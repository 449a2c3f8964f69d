import type { Environment } from "#lib/contract/environment.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { OperationServices } from "#server/bff/operations/operation-services.ts";
import { settleInterrupted } from "#server/bff/operations/settle-write.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";

/** The operation of a row that a run with a lapsed lease has claimed, settled; null where none was recorded. */
export async function recoverOperation(
  services: Pick<CoreServices, "store" | "clock"> & Pick<OperationServices, "reconciler">,
  environment: Environment,
  operationID: string | null,
): Promise<StoredOperation | null> {
  const operation = operationID === null ? null : await services.store.operations.find(environment, operationID);
  if (!operation) return null;
  // The lease under which it was sent is no longer renewed: its outcome is checked now.
  const settled = await settleInterrupted(services, operation, services.clock.now());
  if (settled.state === "unknown") services.reconciler.wake();
  return settled;
}
