import { listContractValues } from "#server/bff/contracts/list-contract-values.ts";
import type { ImportRunContext } from "#server/bff/imports/import-run-context.ts";
import { RunEnded } from "#server/bff/store/runs/lease.ts";
import { type ComparableRow, compareCustomers } from "./compare-customers.ts";
import { digestOf, evaluateRows } from "./evaluate-rows.ts";

const keptAtOnce = 200;

/** Checks every row; nothing is sent. */
export async function checkImport(work: ImportRunContext): Promise<void> {
  const { services, import: found, lease } = work;
  const { importID, environment, columns, mapping } = found;
  const { imports } = services.store;
  if (!mapping) throw new Error("An import is checked whose columns are not named");
  const { rows } = await imports.rows(importID, { limit: Number.MAX_SAFE_INTEGER, offset: 0 });
  const session = { staff: found.runBy ?? found.actor };
  const { requestID, signal } = work.call;
  const known = await listContractValues({ context: { services, environment, requestID, signal, session } });
  const rules = { columns, mapping, known };
  const sound = evaluateRows(rows, rules).flatMap(({ position, request, reference }, index): ComparableRow[] => {
    return request ? [{ position, line: rows[index]?.line ?? 0, request, reference }] : [];
  });
  const { compared, incomplete } = await compareCustomers(work, sound);
  const checks = evaluateRows(rows, rules, { compared, incomplete });
  for (let at = 0; at < checks.length; at += keptAtOnce) {
    if (!(await imports.keepChecks(lease, checks.slice(at, at + keptAtOnce)))) throw new RunEnded();
  }
  const checkedAt = services.clock.now();
  await imports.moveHeld(lease, ["checking"], {
    state: "checked",
    digest: digestOf(found, checks),
    incomplete,
    checkedAt,
  });
}
