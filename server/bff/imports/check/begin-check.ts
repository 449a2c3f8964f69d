import type { Import } from "#lib/contract/operations/imports.ts";
import { runEvent } from "#server/bff/audit/run-event.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { assertContentKept, importKind } from "#server/bff/imports/import-kind.ts";
import type { ImportServices } from "#server/bff/imports/import-services.ts";
import { importView } from "#server/bff/imports/import-view.ts";
import { findRun, runConflict } from "#server/bff/runs/run-kind.ts";

/** Starts a check of every row, the first or a repeated one. Nothing is sent. */
export async function beginCheck({
  context,
  importID,
}: {
  context: RouteContext<"imports.run", "/api/:environment/imports/:importID/check", ImportServices>;
  importID: string;
}): Promise<{ import: Import }> {
  const { services } = context;
  const importRecord = await findRun(importKind, context, importID);
  assertContentKept(importRecord);
  const { state } = importRecord;
  const event = runEvent(context, "import.continued", importRecord, {
    before: { state },
    after: { state: "checking" },
  });
  const to = { state: "checking", digest: null, reason: null, incomplete: null } as const;
  const audited = { event, nowMs: services.clock.now() };
  const moved = await services.store.imports.move(importID, ["mapped", "checked"], to, audited);
  if (!moved) throw runConflict(importKind, await findRun(importKind, context, importID), "checked");
  services.imports.wake();
  context.answerWith(202);
  return { import: await importView(services.store, moved) };
}
