import type { Import } from "#lib/contract/operations/imports.ts";
import { importStates, isImportOver } from "#lib/contract/values/operations/import-states.ts";
import { runEvent } from "#server/bff/audit/run-event.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { findImport, importConflict } from "./find-import.ts";
import type { ImportServices } from "./import-services.ts";
import { importView } from "./import-view.ts";

const unfinished = importStates.filter((state) => !isImportOver(state));

/** Cancels an import. Waiting rows are never sent; created customers stay. */
export async function cancelImport({
  context,
  importID,
}: {
  context: RouteContext<"imports.run", "/api/:environment/imports/:importID/cancel", ImportServices>;
  importID: string;
}): Promise<{ import: Import }> {
  const { store, clock } = context.services;
  const importRecord = await findImport(context, importID);
  const nowMs = clock.now();
  const to = {
    state: "cancelled",
    pausedFrom: null,
    reason: { code: "person", message: `Cancelled by ${context.session.staff.email}.` },
    finishedAt: nowMs,
  } as const;
  const event = runEvent(context, "import.cancelled", importRecord, { after: { state: to.state } });
  const cancelled = await store.imports.move(importID, unfinished, to, { event, nowMs });
  if (!cancelled) throw importConflict(await findImport(context, importID), "cancelled");
  return { import: await importView(store, cancelled) };
}
