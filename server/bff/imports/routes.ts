import { AppError } from "#lib/contract/operations/app-error.ts";
import { csvFileSchema } from "#lib/contract/operations/csv-file.ts";
import {
  changeImportRowsSchema,
  importListQuerySchema,
  importResultsQuerySchema,
  importRowsQuerySchema,
  mapImportSchema,
  startImportSchema,
  uploadImportQuerySchema,
} from "#lib/contract/operations/import-requests.ts";
import type { Import, ImportList, ImportRows, SavedMappings } from "#lib/contract/operations/imports.ts";
import { resumeRunSchema } from "#lib/contract/operations/run.ts";
import { maxCsvBytes } from "#lib/contract/values/operations/csv-rules.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { runEvent } from "#server/bff/audit/run-event.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { findRun, runConflict } from "#server/bff/runs/run-kind.ts";
import { cancelRun, pauseRun, resumeRun } from "#server/bff/runs/run-steps.ts";
import type { StoredImport } from "#server/bff/store/imports/import-rows.ts";
import { changeRows } from "./check/change-rows.ts";
import { faultsOf, faultyStates } from "./check/row-faults.ts";
import { exportImportResults } from "./export-import-results.ts";
import { getImportColumns, savedMappingView } from "./file/get-columns.ts";
import { mapImport } from "./file/map-import.ts";
import { uploadImport } from "./file/upload-import.ts";
import { importApprovalView } from "./import-approval.ts";
import { assertContentKept, importKind } from "./import-kind.ts";
import type { ImportServices } from "./import-services.ts";
import { importRowViews, importView, importViews } from "./import-view.ts";
import { startImport } from "./start-import.ts";

const route = routeWith<ImportServices>();

const answer = async ({ services }: { services: ImportServices }, importRecord: StoredImport) => ({
  import: await importView(services.store, importRecord),
});

/** The size limit for a request that corrects many cells, in bytes. */
const maxRowsBytes = 1024 * 1024;

/**
 * The routes of imports. An import creates customers from a CSV file. It has stored rows, as a bulk change has, and
 * each row is a separate operation. A file has personal data, so only people who may import can see it.
 *
 * - `file` reads the file and proposes a mapping of its columns.
 * - `check` compares every row with the rules of the form and with all customers.
 * - `run` sends one row first, and then two rows at a time. All other calls go before the calls of an import.
 *
 * docs/decisions/0039-imports.md explains why no customer is created twice.
 */
export const importRoutes = [
  /**
   * A page of an environment's imports, newest first. Lists either all imports, or only those of the signed-in person.
   */
  route({
    method: "GET",
    path: "/api/:environment/imports",
    policy: "imports.run",
    input: { query: importListQuerySchema },
    countsAsActivity: false,
    async handler({ services, environment, session }, { query: { mine, ...page } }): Promise<ImportList> {
      const { store, clock } = services;
      const { runs, total } = await store.imports.list(
        { environment, ...(mine && { staffID: session.staff.staffID }) },
        page,
      );
      const asOf = new Date(clock.now()).toISOString();
      return { imports: await importViews(store, runs), total, ...page, asOf };
    },
  }),
  route({
    method: "POST",
    path: "/api/:environment/imports",
    policy: "imports.run",
    takesFile: "text/csv",
    input: { query: uploadImportQuerySchema, body: csvFileSchema },
    maxBodyBytes: maxCsvBytes,
    handler: (context, { query, body }) => uploadImport({ context, bytes: body, input: query }),
  }),
  /** One import. Its page polls this route while the import is running. */
  route({
    method: "GET",
    path: "/api/:environment/imports/:importID",
    policy: "imports.run",
    input: {},
    countsAsActivity: false,
    async handler(context, { params: { importID } }): Promise<{ import: Import }> {
      return { import: await importView(context.services.store, await findRun(importKind, context, importID)) };
    },
  }),
  route({
    method: "GET",
    path: "/api/:environment/imports/:importID/columns",
    policy: "imports.run",
    input: {},
    handler: (context, { params }) => getImportColumns({ context, importID: params.importID }),
  }),
  /** A page of an import's rows, in the order of the file. */
  route({
    method: "GET",
    path: "/api/:environment/imports/:importID/rows",
    policy: "imports.run",
    input: { query: importRowsQuerySchema },
    countsAsActivity: false,
    async handler(context, { params: { importID }, query: { limit, offset, state, warnings } }): Promise<ImportRows> {
      const { store, clock } = context.services;
      const importRecord = await findRun(importKind, context, importID);
      const { rows, total } = await store.imports.rows(importID, {
        states: state,
        warnings: warnings ? "also" : undefined,
        limit,
        offset,
      });
      const view = await importView(store, importRecord);
      const page = { total, limit, offset, asOf: new Date(clock.now()).toISOString() };
      const approval = await importApprovalView(context, importRecord, view.counts.ready);
      const isOpen = importRecord.state === "checked" && view.counts.errors + view.counts.warnings > 0;
      const faulty = isOpen
        ? await store.imports.rows(importID, { states: faultyStates, limit: Number.MAX_SAFE_INTEGER, offset: 0 })
        : undefined;
      return {
        import: view,
        rows: await importRowViews(store, importRecord, rows),
        ...(approval && { approval }),
        ...(faulty && { faults: faultsOf(faulty.rows) }),
        ...page,
      };
    },
  }),
  route({
    method: "POST",
    path: "/api/:environment/imports/:importID/rows",
    policy: "imports.run",
    input: { body: changeImportRowsSchema },
    maxBodyBytes: maxRowsBytes,
    handler: (context, { params, body }) => changeRows({ context, importID: params.importID, input: body }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/imports/:importID/receipts",
    policy: "imports.run",
    countsAsWrite: true,
    input: { query: importResultsQuerySchema },
    handler: (context, { params, query }) =>
      exportImportResults({ context, importID: params.importID, only: query.only }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/imports/:importID/map",
    policy: "imports.run",
    input: { body: mapImportSchema },
    maxBodyBytes: maxRowsBytes,
    handler: (context, { params, body }) => mapImport({ context, importID: params.importID, input: body }),
  }),
  /** Starts the first check of every row, or repeats the check. Sends nothing. */
  route({
    method: "POST",
    path: "/api/:environment/imports/:importID/check",
    policy: "imports.run",
    input: {},
    async handler(context, { params: { importID } }): Promise<{ import: Import }> {
      const { services } = context;
      const importRecord = await findRun(importKind, context, importID);
      assertContentKept(importRecord);
      const { state } = importRecord;
      const event = runEvent(context, "import.continued", importRecord, {
        before: { state },
        after: { state: "checking" },
      });
      const to = { state: "checking", digest: null, reason: null, incomplete: null, comparedWith: null } as const;
      const audited = { event, nowMs: services.clock.now() };
      const moved = await services.store.imports.move(importID, ["mapped", "checked"], to, audited);
      if (!moved) throw runConflict(importKind, await findRun(importKind, context, importID), "checked");
      services.imports.wake();
      context.answerWith(202);
      return { import: await importView(services.store, moved) };
    },
  }),
  route({
    method: "POST",
    path: "/api/:environment/imports/:importID/start",
    policy: "imports.run",
    input: { body: startImportSchema },
    handler: (context, { params, body }) => startImport({ context, importID: params.importID, input: body }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/imports/:importID/pause",
    policy: "imports.run",
    input: {},
    handler: async (context, { params }) => answer(context, await pauseRun(importKind, context, params.importID)),
  }),
  route({
    method: "POST",
    path: "/api/:environment/imports/:importID/resume",
    policy: "imports.run",
    input: { body: resumeRunSchema },
    handler: async (context, { params, body }) => {
      const importRecord = await findRun(importKind, context, params.importID);
      assertContentKept(importRecord);
      return answer(context, await resumeRun(importKind, context, importRecord, body));
    },
  }),
  route({
    method: "POST",
    path: "/api/:environment/imports/:importID/cancel",
    policy: "imports.run",
    input: {},
    handler: async (context, { params }) => answer(context, await cancelRun(importKind, context, params.importID)),
  }),
  /** Lists the mappings that people have saved in this environment. */
  route({
    method: "GET",
    path: "/api/:environment/import-mappings",
    policy: "imports.run",
    input: {},
    async handler({ services, environment }): Promise<SavedMappings> {
      const mappings = await services.store.importMappings.list(environment);
      return { mappings: mappings.map(savedMappingView) };
    },
  }),
  /** Deletes a saved mapping. Imports that used it have their own copy. */
  route({
    method: "DELETE",
    path: "/api/:environment/import-mappings/:mappingID",
    policy: "imports.run",
    input: {},
    async handler(context, { params: { mappingID } }) {
      const { services, environment } = context;
      const event = {
        ...auditSource(context),
        action: "import-mapping.removed",
        environment,
        outcome: "done",
        target: { kind: "import", id: mappingID },
      } as const;
      const isGone = await services.store.importMappings.remove(environment, mappingID, event, services.clock.now());
      if (!isGone) throw new AppError("not_found", `There is no such saved mapping in ${environment}.`);
    },
  }),
] as const;
