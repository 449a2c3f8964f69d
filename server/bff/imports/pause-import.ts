import type { Import } from "#lib/contract/operations/imports.ts";
import { isImportActive } from "#lib/contract/values/operations/import-states.ts";
import { runEvent } from "#server/bff/audit/run-event.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { findImport, importConflict } from "./find-import.ts";
import type { ImportServices } from "./import-services.ts";
import { importView } from "./import-view.ts";

/** Pauses an import: no further row is sent; running rows finish. */
export async function pauseImport({
  context,
  importID,
}: {
  context: RouteContext<"imports.run", "/api/:environment/imports/:importID/pause", ImportServices>;
  importID: string;
}): Promise<{ import: Import }> {
  const { store, clock } = context.services;
  const importRecord = await findImport(context, importID);
  const { state } = importRecord;
  if (!isImportActive(state)) throw importConflict(importRecord, "paused");
  const pausedFrom = state as "checking" | "first" | "running";
  const reason = { code: "person", message: `Paused by ${context.session.staff.email}.` };
  const event = runEvent(context, "import.paused", importRecord, { before: { state }, after: { state: "paused" } });
  const to = { state: "paused", pausedFrom, reason } as const;
  const paused = await store.imports.move(importID, [state], to, { event, nowMs: clock.now() });
  if (!paused) throw importConflict(await findImport(context, importID), "paused");
  return { import: await importView(store, paused) };
}
