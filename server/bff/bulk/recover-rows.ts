import type { Environment } from "#lib/contract/environment.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import { settleAbandoned } from "#server/bff/operations/settle-write.ts";
import type { Lease } from "#server/bff/store/bulk/bulk-lease.ts";
import type { StoredBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { BulkWork } from "./bulk-work.ts";
import { requireHeld } from "./bulk-work.ts";
import { rowOutcomeOf } from "./change-row.ts";

const maxFollowed = 100;

/**
 * Finds out about rows that a run has claimed whose lease has lapsed. One whose operation was never kept,
 * or never marked as sent, was not sent and waits again; any other is as its operation is, and is never
 * sent again by itself.
 */
export async function recoverRows(work: BulkWork): Promise<void> {
  const { services, bulk, lease } = work;
  const { bulkID, total, environment, state } = bulk;
  const { rows } = await services.store.bulks.rows(bulkID, { states: ["sending"], limit: total, offset: 0 });
  for (const row of rows) {
    await requireHeld(work, state);
    await recoverRow(services, environment, row, lease);
  }
}

/**
 * The same for bulk changes that were stopped while a row was under way and whose process died then:
 * nobody takes them on, and nobody else would ever look.
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
  const operation = await operationOf(services, environment, row);
  const outcome = operation
    ? rowOutcomeOf(operationView(operation))
    : ({ state: "waiting", forgetOperation: true } as const);
  await services.store.bulks.settleRow(row, ["sending"], outcome, services.clock.now(), lease);
}

async function operationOf(
  services: ContractServices,
  environment: Environment,
  { operationID }: StoredBulkRow,
): Promise<StoredOperation | null> {
  const operation = operationID === null ? null : await services.store.operations.find(environment, operationID);
  if (!operation) return null;
  // Nobody renews the lease under which it was sent: what became of it is looked for now.
  const settled = await settleAbandoned(services, operation, services.clock.now());
  if (settled.state === "unknown") services.reconciler.wake();
  return settled;
}

/** Rows become what was found out later about their operations: by the reconciler, and by whoever follows jobs. */
export async function followOperations({ store, clock }: ContractServices): Promise<void> {
  for (const { row, environment } of await store.bulks.takeFollowed(maxFollowed)) {
    const operation = await store.operations.find(environment, row.operationID ?? "");
    if (!operation) continue;
    const outcome = rowOutcomeOf(operationView(operation));
    // Its bulk change may be over: what is not in force by now is told, not sent.
    const told =
      outcome.state === "waiting" ? { state: "failed" as const, reason: operation.problem?.detail } : outcome;
    await store.bulks.settleRow(row, ["unknown", "accepted"], told, clock.now());
  }
}
