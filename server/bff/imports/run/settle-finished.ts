import type { ImportContext } from "#server/bff/imports/import-kind.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import { maxFollowed } from "#server/bff/runs/follow-rows.ts";
import { rowOutcomeOf } from "./row-outcome.ts";
import { countRow } from "./send-row.ts";

/** Settles the rows of a run whose jobs have ended, and counts them. True if there was one. */
export async function settleFinished(work: ImportContext, phase: "first" | "running"): Promise<boolean> {
  const { services, run: importRecord, lease } = work;
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
