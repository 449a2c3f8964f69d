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
import {
  importAnswerSchema,
  importColumnsSchema,
  importListSchema,
  importRowsSchema,
  savedMappingsSchema,
} from "#lib/contract/operations/imports.ts";
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
import { getImportColumns, savedMappingViews } from "./file/get-columns.ts";
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
 * - The folder `file` reads the file and proposes a mapping of its columns.
 * - The folder `check` compares every row with the rules of the form and with all customers.
 * - The folder `run` sends one row first, and then two rows at a time. The API client sends all other calls before the
 *   calls of an import.
 *
 * docs/decisions/0039-imports.md explains why no customer is created twice.
 */
export const importRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/imports",
    about:
      "A page of an environment's imports, newest first. Lists either all imports, or only those of the signed-in person.",
    policy: "imports.run",
    input: { query: importListQuerySchema },
    answer: importListSchema,
    countsAsActivity: false,
    async handler({ services, environment, session }, { query: { mine, ...page } }) {
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
    about: "Uploads a CSV file with new customers. Nothing is created before a person starts the import.",
    policy: "imports.run",
    takesFile: "text/csv",
    input: { query: uploadImportQuerySchema, body: csvFileSchema },
    answer: importAnswerSchema,
    statuses: [201],
    errors: ["same_file", "too_many_imports"],
    maxBodyBytes: maxCsvBytes,
    handler: (context, { query, body }) => uploadImport({ context, bytes: body, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/imports/:importID",
    about: "One import. Its page polls this route while the import is running.",
    policy: "imports.run",
    input: {},
    answer: importAnswerSchema,
    countsAsActivity: false,
    async handler(context, { params: { importID } }) {
      return { import: await importView(context.services.store, await findRun(importKind, context, importID)) };
    },
  }),
  route({
    method: "GET",
    path: "/api/:environment/imports/:importID/columns",
    about: "The columns of an import's file, with samples and the field that each column seems to contain.",
    policy: "imports.run",
    input: {},
    answer: importColumnsSchema,
    errors: ["run_moved"],
    handler: (context, { params }) => getImportColumns({ context, importID: params.importID }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/imports/:importID/rows",
    about: "A page of an import's rows, in the order of the file.",
    policy: "imports.run",
    input: { query: importRowsQuerySchema },
    answer: importRowsSchema,
    countsAsActivity: false,
    async handler(context, { params: { importID }, query: { limit, offset, state, warnings } }) {
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
    about: "Corrects or skips rows of an import.",
    policy: "imports.run",
    input: { body: changeImportRowsSchema },
    answer: importRowsSchema,
    errors: ["run_moved"],
    maxBodyBytes: maxRowsBytes,
    handler: (context, { params, body }) => changeRows({ context, importID: params.importID, input: body }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/imports/:importID/receipts",
    about: "Exports the results file with the current result of each row.",
    policy: "imports.run",
    countsAsWrite: true,
    input: { query: importResultsQuerySchema },
    answer: {
      file: {
        "text/csv":
          "A CSV file with a line for each row. With `only`, the file has the columns and the separator of the uploaded file, and the reason as the last column.",
      },
    },
    errors: ["run_moved"],
    handler: (context, { params, query }) =>
      exportImportResults({ context, importID: params.importID, only: query.only }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/imports/:importID/map",
    about: "Sets which column of the file contains which field.",
    policy: "imports.run",
    input: { body: mapImportSchema },
    answer: importAnswerSchema,
    errors: ["run_moved"],
    maxBodyBytes: maxRowsBytes,
    handler: (context, { params, body }) => mapImport({ context, importID: params.importID, input: body }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/imports/:importID/check",
    about: "Starts the first check of every row, or repeats the check. Sends nothing.",
    policy: "imports.run",
    input: {},
    answer: importAnswerSchema,
    statuses: [202],
    errors: ["run_moved"],
    async handler(context, { params: { importID } }) {
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
      return { import: await importView(services.store, moved) };
    },
  }),
  route({
    method: "POST",
    path: "/api/:environment/imports/:importID/start",
    about: "Starts to create the customers of a checked import.",
    policy: "imports.run",
    input: { body: startImportSchema },
    answer: importAnswerSchema,
    statuses: [202],
    errors: ["approval_required", "other_person_required", "run_moved", "too_many_imports"],
    handler: (context, { params, body }) => startImport({ context, importID: params.importID, input: body }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/imports/:importID/pause",
    about: "Pauses an import. The row that is being sent ends first.",
    policy: "imports.run",
    input: {},
    answer: importAnswerSchema,
    errors: ["run_moved"],
    handler: async (context, { params }) => answer(context, await pauseRun(importKind, context, params.importID)),
  }),
  route({
    method: "POST",
    path: "/api/:environment/imports/:importID/resume",
    about: "Continues a paused import.",
    policy: "imports.run",
    input: { body: resumeRunSchema },
    answer: importAnswerSchema,
    errors: ["approval_required", "not_for_clients", "other_person_required", "run_moved", "step_up_required"],
    handler: async (context, { params, body }) => {
      const importRecord = await findRun(importKind, context, params.importID);
      assertContentKept(importRecord);
      return answer(context, await resumeRun(importKind, context, importRecord, body));
    },
  }),
  route({
    method: "POST",
    path: "/api/:environment/imports/:importID/cancel",
    about: "Cancels an import. Rows that were not sent are not created.",
    policy: "imports.run",
    input: {},
    answer: importAnswerSchema,
    errors: ["run_moved"],
    handler: async (context, { params }) => answer(context, await cancelRun(importKind, context, params.importID)),
  }),
  route({
    method: "GET",
    path: "/api/:environment/import-mappings",
    about: "Lists the mappings that people have saved in this environment.",
    policy: "imports.run",
    input: {},
    answer: savedMappingsSchema,
    async handler({ services, environment }) {
      const mappings = await services.store.importMappings.list(environment);
      return { mappings: await savedMappingViews(services.store.staff, mappings) };
    },
  }),
  route({
    method: "DELETE",
    path: "/api/:environment/import-mappings/:mappingID",
    about: "Deletes a saved mapping. Imports that used it have their own copy.",
    policy: "imports.run",
    input: {},
    answer: "nothing",
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
