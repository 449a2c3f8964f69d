import type { Environment } from "#lib/contract/environment.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import { assertImportHeld, type ImportRunContext } from "#server/bff/imports/import-run-context.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import { recoverOperation } from "#server/bff/operations/runs/recover-operation.ts";
import type { StoredImportRow } from "#server/bff/store/imports/import-rows.ts";
import type { Lease } from "#server/bff/store/runs/lease.ts";
import { rowOutcomeOf } from "./row-outcome.ts";
import { countRow } from "./send-row.ts";

const maxFollowed = 100;

/**
 * Settles the rows that a run with an expired lease has claimed. A row whose operation was never recorded, or never
 * marked as sent, was not sent and is ready again. Any other row gets its operation's state, and is never resent
 * automatically.
 */
export async function recoverRows(work: ImportRunContext): Promise<void> {
  const { services, import: importRecord, lease } = work;
  const { importID, environment, state } = importRecord;
  const filter = { states: ["sending"], limit: maxFollowed, offset: 0 } as const;
  const { rows } = await services.store.imports.rows(importID, filter);
  for (const row of rows) {
    await assertImportHeld(work, state);
    await recoverRow(services, environment, row, lease);
  }
}

/** Does the same for imports that were stopped while a row was being sent and whose process then ended. */
export async function recoverOrphans(services: ContractServices): Promise<void> {
  for (const { row, environment } of await services.store.imports.takeOrphaned(maxFollowed)) {
    await recoverRow(services, environment, row);
  }
}

async function recoverRow(
  services: ContractServices,
  environment: Environment,
  row: StoredImportRow,
  lease?: Lease,
): Promise<void> {
  const operation = await recoverOperation(services, environment, row.operationID);
  const outcome = operation
    ? rowOutcomeOf(operationView(operation))
    : ({ state: "ready", forgetOperation: true } as const);
  await services.store.imports.settleRow(row, ["sending"], outcome, services.clock.now(), lease);
}

/** Settles the rows of a run whose jobs have ended, and counts them. True if there was one. */
export async function settleFinished(work: ImportRunContext, phase: "first" | "running"): Promise<boolean> {
  const { services, import: importRecord, lease } = work;
  const { imports, operations } = services.store;
  const rows = await imports.takeSettled(importRecord.importID, maxFollowed);
  for (const row of rows) {
    const operation = await operations.find(importRecord.environment, row.operationID ?? "");
    if (!operation) continue;
    const outcome = rowOutcomeOf(operationView(operation));
    const isMine = await imports.settleRow(row, ["accepted"], outcome, services.clock.now(), lease);
    if (isMine) await countRow(work, phase, outcome.state, outcome.reason);
  }
  return rows.length > 0;
}

/** Updates rows with the results that the reconciler and the job tracker found after their run ended. */
export async function followOperations({ store, clock }: ContractServices): Promise<void> {
  for (const { row, environment } of await store.imports.takeFollowed(maxFollowed)) {
    const operation = await store.operations.find(environment, row.operationID ?? "");
    if (!operation) continue;
    const outcome = rowOutcomeOf(operationView(operation));
    // The import may have ended, so a row that failed is reported, not sent again.
    const settledOutcome =
      outcome.state === "ready" ? { state: "failed" as const, reason: operation.problem?.detail } : outcome;
    await store.imports.settleRow(row, ["unknown", "accepted"], settledOutcome, clock.now());
  }
}
