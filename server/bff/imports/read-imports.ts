import type { ImportListQuery, ImportRowsQuery } from "#lib/contract/operations/import-requests.ts";
import type { Import, ImportList, ImportRows } from "#lib/contract/operations/imports.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { findRun } from "#server/bff/runs/run-kind.ts";
import { importApprovalView } from "./import-approval.ts";
import { importKind } from "./import-kind.ts";
import type { ImportServices } from "./import-services.ts";
import { importRowViews, importView, importViews } from "./import-view.ts";

/** A page of an environment's imports, of everybody or only the sender's own; newest first. */
export async function listImports({
  context: { services, environment, session },
  input: { mine, ...page },
}: {
  context: RouteContext<"imports.run", "/api/:environment/imports", ImportServices>;
  input: ImportListQuery;
}): Promise<ImportList> {
  const { store, clock } = services;
  const { runs, total } = await store.imports.list(
    { environment, ...(mine && { staffID: session.staff.staffID }) },
    page,
  );
  const asOf = new Date(clock.now()).toISOString();
  return { imports: await importViews(store, runs), total, ...page, asOf };
}

export async function getImport({
  context,
  importID,
}: {
  context: RouteContext<"imports.run", "/api/:environment/imports/:importID", ImportServices>;
  importID: string;
}): Promise<{ import: Import }> {
  return { import: await importView(context.services.store, await findRun(importKind, context, importID)) };
}

/** A page of an import's rows, in the order of the file. */
export async function listImportRows({
  context,
  importID,
  input: { limit, offset, state, warnings },
}: {
  context: RouteContext<"imports.run", "/api/:environment/imports/:importID/rows", ImportServices>;
  importID: string;
  input: ImportRowsQuery;
}): Promise<ImportRows> {
  const { store, clock } = context.services;
  const importRecord = await findRun(importKind, context, importID);
  const { rows, total } = await store.imports.rows(importID, { states: state, warnings, limit, offset });
  const view = await importView(store, importRecord);
  const page = { total, limit, offset, asOf: new Date(clock.now()).toISOString() };
  const approval = await importApprovalView(context, importRecord, view.counts.ready);
  return {
    import: view,
    rows: await importRowViews(store, importRecord, rows),
    ...(approval && { approval }),
    ...page,
  };
}
