import { AppError } from "#lib/contract/operations/app-error.ts";
import type { ResumeImport } from "#lib/contract/operations/import-requests.ts";
import type { Import } from "#lib/contract/operations/imports.ts";
import { maxImportRowsWithoutProof } from "#lib/contract/values/operations/import-states.ts";
import { requireRecentFactor } from "#server/bff/access/sessions/recent-factor.ts";
import { runEvent } from "#server/bff/audit/run-event.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { StoredImport } from "#server/bff/store/imports/import-rows.ts";
import type { ImportTransition } from "#server/bff/store/imports/import-store.ts";
import { assertImportReleased } from "./assert-import-released.ts";
import { assertContentKept, findImport, importConflict } from "./find-import.ts";
import type { ImportServices } from "./import-services.ts";
import { importView } from "./import-view.ts";
import { firstOf } from "./start-import.ts";

type Context = RouteContext<"imports.run", "/api/:environment/imports/:importID/resume", ImportServices>;

/**
 * Continues an import: from the first customer to the rest, from a failed first customer to another one, or from a
 * pause to the earlier state. The following creations are made on behalf of the person who resumes.
 */
export async function resumeImport({
  context,
  importID,
  input,
}: {
  context: Context;
  importID: string;
  input: ResumeImport;
}): Promise<{ import: Import }> {
  const { services, session } = context;
  const { imports } = services.store;
  const importRecord = await findImport(context, importID);
  assertContentKept(importRecord);
  const next = await nextStep(context, importRecord, input?.first);
  if (input?.to !== undefined && input.to !== next.state) throw importConflict(importRecord, "taken on");
  const counts = (await imports.counts([importID])).get(importID) ?? {};
  // The first customer alone is an ordinary creation.
  if (next.state === "running" && (counts.ready ?? 0) > maxImportRowsWithoutProof) {
    await requireRecentFactor(session, services);
  }
  // Checking the rows again sends nothing.
  const guard = next.state === "checking" ? undefined : await assertImportReleased(context, importRecord);
  const { staffID, email } = session.staff;
  const fresh = {
    runBy: { staffID, email },
    pausedFrom: null,
    reason: null,
    failuresInRow: 0,
    unknownsInRow: 0,
    settledRows: 0,
    failedRows: 0,
  };
  const facts = { before: { state: importRecord.state }, after: { state: next.state } };
  const event = runEvent(context, "import.continued", importRecord, facts);
  const audited = { event, nowMs: services.clock.now(), guard };
  const moved = await imports.move(importID, [importRecord.state], { ...fresh, ...next }, audited);
  if (!moved) throw importConflict(await findImport(context, importID), "taken on");
  services.imports.wake();
  return { import: await importView(services.store, moved) };
}

async function nextStep(
  context: Context,
  importRecord: StoredImport,
  chosen: number | undefined,
): Promise<ImportTransition> {
  const { importID, state, pausedFrom, firstPosition } = importRecord;
  if (state === "paused") return { state: pausedFrom ?? "running" };
  if (state !== "first-done") throw importConflict(importRecord, "taken on");
  const first = firstPosition === null ? null : await context.services.store.imports.row(importID, firstPosition);
  const wentThrough = first?.state === "created";
  if (wentThrough && chosen === undefined) return { state: "running" };
  if (wentThrough) throw new AppError("import_moved", "The first customer is created: continue with the rest.");
  return { state: "first", firstPosition: await firstOf(context, importRecord, chosen) };
}
