import type { Environment } from "#lib/contract/environment.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import { recoverOperation } from "#server/bff/operations/runs/recover-operation.ts";
import type { StoredBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";
import type { Lease } from "#server/bff/store/runs/lease.ts";
import type { BulkRunContext } from "./bulk-run-context.ts";
import { assertLeaseHeld } from "./bulk-run-context.ts";
import { rowOutcomeOf } from "./change-row.ts";

const maxFollowed = 100;

/**
 * Settles the rows that a run with an expired lease has claimed. A row whose operation was never recorded, or never
 * marked as sent, was not sent and waits again. Any other row gets its operation's state, and is never resent
 * automatically.
 */
export async function recoverRows(work: BulkRunContext): Promise<void> {
  const { services, bulk, lease } = work;
  const { bulkID, total, environment, state } = bulk;
  const { rows } = await services.store.bulks.rows(bulkID, { states: ["sending"], limit: total, offset: 0 });
  for (const row of rows) {
    await assertLeaseHeld(work, state);
    await recoverRow(services, environment, row, lease);
  }
}

/**
 * Does the same for bulk changes that were stopped while a row was being sent and whose process then ended. No run
 * continues them, so nothing else would ever check these rows.
 */
export async function recoverOrphans(services: ContractServices): Promise<void> {
  for (const { row, environment } of await services.store.bulks.takeOrphaned(maxFollowed)) {
    await recoverRow(services, environment, row);
  }
}

async function recoverRow(
  services: ContractServices,
  environment: Environment,
  row: StoredBulkRow,
  lease?: Lease,
): Promise<void> {
  const operation = await recoverOperation(services, environment, row.operationID);
  const outcome = operation
    ? rowOutcomeOf(operationView(operation))
    : ({ state: "waiting", forgetOperation: true } as const);
  await services.store.bulks.settleRow(row, ["sending"], outcome, services.clock.now(), lease);
}

/** Updates rows with results that the reconciler and the job tracker found later. */
export async function followOperations({ store, clock }: ContractServices): Promise<void> {
  for (const { row, environment } of await store.bulks.takeFollowed(maxFollowed)) {
    const operation = await store.operations.find(environment, row.operationID ?? "");
    if (!operation) continue;
    const outcome = rowOutcomeOf(operationView(operation));
    // The bulk change may have ended, so a change that did not take effect is reported, not sent again.
    const settledOutcome =
      outcome.state === "waiting" ? { state: "failed" as const, reason: operation.problem?.detail } : outcome;
    await store.bulks.settleRow(row, ["unknown", "accepted"], settledOutcome, clock.now());
  }
}
