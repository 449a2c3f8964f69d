import { AppError } from "#lib/contract/operations/app-error.ts";
import type { StartImport } from "#lib/contract/operations/import-requests.ts";
import type { Import } from "#lib/contract/operations/imports.ts";
import { runEvent } from "#server/bff/audit/run-event.ts";
import { type PersonNames, shownName } from "#server/bff/core/person-names.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { findRun, runConflict } from "#server/bff/runs/run-kind.ts";
import type { StoredImport } from "#server/bff/store/imports/import-rows.ts";
import type { ImportTransition } from "#server/bff/store/imports/imports.ts";
import { assertContentKept, importKind } from "./import-kind.ts";
import type { ImportServices } from "./import-services.ts";
import { importView } from "./import-view.ts";

type Context = RouteContext<"imports.run", "/api/:environment/imports/:importID/start", ImportServices>;

/**
 * Starts an import. The start creates only the first customer. The digest ensures that exactly the rows that the person
 * saw are sent. Every row must be checked and decided, and the person must accept the warnings. No other route starts a
 * checked import.
 */
export async function startImport({
  context,
  importID,
  input,
}: {
  context: Context;
  importID: string;
  input: StartImport;
}): Promise<{ import: Import }> {
  const { services, session } = context;
  const { imports } = services.store;
  const importRecord = await findRun(importKind, context, importID);
  assertContentKept(importRecord);
  if (importRecord.state !== "checked") throw runConflict(importKind, importRecord, "started");
  if (importRecord.digest !== input.digest) throw changedSince();
  await assertStartable(context, importRecord, input);
  const { staffID, email } = session.staff;
  const guard = await importKind.release(services, importRecord, staffID);
  const firstPosition = await importKind.firstOf(services, importRecord, input.first);
  const nowMs = services.clock.now();
  const after = { state: "first", digest: input.digest };
  const event = runEvent(context, "import.started", importRecord, { before: { state: importRecord.state }, after });
  const to: ImportTransition = {
    state: "first" as const,
    firstPosition,
    // An import that continues after a restore was already started before. The time of its first start does not change.
    startedAt: importRecord.startedAt ?? nowMs,
    runBy: { staffID, email },
    pausedFrom: null,
    reason: null,
    ...importKind.freshCounts,
  };
  const result = await imports.start(importRecord, ["checked"], to, { event, nowMs, guard });
  if ("other" in result) throw await anotherRuns(services.store.staff, result.other);
  if (!result.started) throw runConflict(importKind, await findRun(importKind, context, importID), "started");
  services.imports.wake();
  return { import: await importView(services.store, result.started) };
}

const changedSince = () =>
  new AppError("run_moved", "The import was changed since you saw it and was not started. Check it again.");

async function anotherRuns(names: PersonNames, { importID, actor }: StoredImport): Promise<AppError> {
  return new AppError(
    "too_many_imports",
    `Nothing was started: another import of this environment, by ${await shownName(names, actor)}, is not over. One runs at a time.`,
    { errors: [{ field: "importID", message: importID }] },
  );
}

async function assertStartable({ services }: Context, { importID }: StoredImport, { acceptWarnings }: StartImport) {
  const { imports } = services.store;
  const counts = (await imports.counts([importID])).get(importID) ?? {};
  const refuse = (field: string, message: string) => {
    throw new AppError("invalid_request", "Nothing was started.", { errors: [{ field, message }] });
  };
  if ((counts.pending ?? 0) > 0) refuse("rows", `${counts.pending} rows are not checked as they are now`);
  if ((counts.similar ?? 0) > 0) refuse("rows", `${counts.similar} rows resemble others and are not decided about`);
  if ((counts.ready ?? 0) === 0) refuse("rows", "no row is ready to be created");
  const warned = await imports.rows(importID, { states: ["ready"], warnings: "only", limit: 1, offset: 0 });
  if (warned.total > 0 && !acceptWarnings) refuse("acceptWarnings", `${warned.total} rows have warnings`);
}
