import { listContractValues } from "#server/bff/contracts/list-contract-values.ts";
import type { ImportContext } from "#server/bff/imports/import-kind.ts";
import { RunEnded } from "#server/bff/store/runs/lease.ts";
import { type ComparableRow, compareCustomers } from "./compare-customers.ts";
import { digestOf, evaluateRows, restoredImportOf } from "./evaluate-rows.ts";

const keptAtOnce = 200;

/**
 * Checks every row that was not sent yet. Sends nothing. After a restore, the API may have customers that are missing
 * from the store. If the comparison with the API's customers is then incomplete, the rows stay unchanged and the import
 * is paused.
 */
export async function checkImport(work: ImportContext): Promise<void> {
  const { services, run: importRecord, lease, client } = work;
  const { importID, environment, columns, mapping } = importRecord;
  const { imports } = services.store;
  if (!mapping) throw new Error("An import is checked whose columns are not named");
  const { rows } = await imports.rows(importID, { limit: Number.MAX_SAFE_INTEGER, offset: 0 });
  const session = { staff: importRecord.runBy ?? importRecord.actor };
  const { requestID, signal } = work.call;
  const contractValues = await listContractValues({ context: { services, environment, requestID, signal, session } });
  const rules = { columns, mapping, known: contractValues };
  const lines = new Map(rows.map(({ position, line }) => [position, line]));
  const sound = evaluateRows(rows, rules).flatMap(({ position, request, reference }): ComparableRow[] => {
    return request ? [{ position, line: lines.get(position) ?? 0, request, reference }] : [];
  });
  const { compared, incomplete, comparedWith, ownCustomers } = await compareCustomers(work, sound);
  // The clock difference is read here, because it is only known after the API has answered.
  const since = restoredImportOf(importRecord, client.clockAheadMs());
  const restored = since && { ...since, ownCustomers };
  const checks = evaluateRows(rows, rules, { compared, incomplete, restored });
  const isStopped = restored !== undefined && incomplete !== null;
  const keptChecks = isStopped ? checks.filter(({ state }) => state === "created") : checks;
  for (let at = 0; at < keptChecks.length; at += keptAtOnce) {
    if (!(await imports.keepChecks(lease, keptChecks.slice(at, at + keptAtOnce)))) throw new RunEnded();
  }
  const nowMs = services.clock.now();
  if (isStopped) {
    const message = `${incomplete} So it is not known which customers were created before the restore, and nothing was sent. Resume to search again.`;
    const reason = { code: "search-incomplete", message };
    await imports.moveHeld(lease, ["checking"], {
      state: "paused",
      pausedFrom: "checking",
      reason,
      incomplete,
      comparedWith,
    });
    return;
  }
  const isOver = restored !== undefined && !checks.some(({ state }) => state === "ready" || state === "similar");
  await imports.moveHeld(lease, ["checking"], {
    ...(isOver ? { state: "finished", finishedAt: nowMs } : { state: "checked" }),
    digest: digestOf(importRecord, checks),
    incomplete,
    comparedWith,
    checkedAt: nowMs,
  });
}
