import type { Environment } from "#lib/contract/environment.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import { settleInterrupted } from "#server/bff/operations/settle-write.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { Lease } from "#server/bff/store/runs/lease.ts";
import { assertHeld, type RunContext } from "./run-context.ts";
import { type AnyRow, type AnyRun, type RunKind, runIDOf } from "./run-kind.ts";

export const maxFollowed = 100;

/**
 * Sets the state of rows that were claimed by a run whose lease has expired. If a row's operation was never recorded or
 * never marked as sent, the row is ready again. Any other row gets the state of its operation and is never sent again
 * automatically.
 */
export async function recoverRows<Run extends AnyRun, Row extends AnyRow>(work: RunContext<Run, Row>): Promise<void> {
  const { services, kind, run, lease } = work;
  const filter = { states: ["sending"], limit: maxFollowed, offset: 0 };
  const { rows } = await kind.storeOf(services).rows(runIDOf(run), filter);
  for (const row of rows) {
    await assertHeld(work, run.state);
    await recoverRow(kind, services, run.environment, row, lease);
  }
}

/**
 * Sets the state of claimed rows of stopped runs. Such a run was stopped while it sent a row, and then its process
 * ended. Nothing else would check these rows, because stopped runs do not continue.
 */
export async function recoverOrphans<Run extends AnyRun, Row extends AnyRow>(
  kind: RunKind<Run, Row>,
  services: ContractServices,
): Promise<void> {
  for (const { row, environment } of await kind.storeOf(services).takeOrphaned(maxFollowed)) {
    await recoverRow(kind, services, environment, row);
  }
}

async function recoverRow<Run extends AnyRun, Row extends AnyRow>(
  kind: RunKind<Run, Row>,
  services: ContractServices,
  environment: Environment,
  row: Row,
  lease?: Lease,
): Promise<void> {
  const operation = await recoverOperation(services, environment, row.operationID);
  const outcome = operation ? kind.rowOutcomeOf(operationView(operation)) : { state: "ready", forgetOperation: true };
  await kind.storeOf(services).settleRow(row, ["sending"], outcome, services.clock.now(), lease);
}

/**
 * Settles the operation of a row that was claimed under an expired lease. Returns null if no operation was recorded.
 */
async function recoverOperation(
  services: ContractServices,
  environment: Environment,
  operationID: string | null,
): Promise<StoredOperation | null> {
  const operation = operationID === null ? null : await services.store.operations.find(environment, operationID);
  if (!operation) return null;
  // The lease under which the operation was sent is no longer renewed. So the outcome can be checked immediately.
  const settled = await settleInterrupted(services, operation, services.clock.now());
  if (settled.state === "unknown") services.reconciler.wake();
  return settled;
}

/** Updates rows with results that the reconciler, the verifier or the job tracker found later. */
export async function followOperations<Run extends AnyRun, Row extends AnyRow>(
  kind: RunKind<Run, Row>,
  services: ContractServices,
): Promise<void> {
  const { store, clock } = services;
  const runs = kind.storeOf(services);
  for (const { row, environment } of await runs.takeFollowed(maxFollowed)) {
    const operation = await store.operations.find(environment, row.operationID ?? "");
    if (!operation) continue;
    const outcome = kind.rowOutcomeOf(operationView(operation));
    // The run may have ended. So a row that was not sent becomes failed and is not sent again.
    const settled = outcome.state === "ready" ? { state: "failed", reason: operation.problem?.detail } : outcome;
    await runs.settleRow(row, ["unknown", "accepted"], settled, clock.now());
  }
}
