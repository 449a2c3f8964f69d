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
import { resumeRunSchema } from "#lib/contract/operations/run.ts";
import { maxCsvBytes } from "#lib/contract/values/operations/csv-rules.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { findRun } from "#server/bff/runs/run-kind.ts";
import { cancelRun, pauseRun, resumeRun } from "#server/bff/runs/run-steps.ts";
import type { StoredImport } from "#server/bff/store/imports/import-rows.ts";
import { beginCheck } from "./check/begin-check.ts";
import { changeRows } from "./check/change-rows.ts";
import { exportImportResults } from "./export-import-results.ts";
import { getImportColumns } from "./file/get-columns.ts";
import { mapImport } from "./file/map-import.ts";
import { listSavedMappings, removeSavedMapping } from "./file/saved-mappings.ts";
import { uploadImport } from "./file/upload-import.ts";
import { assertContentKept, importKind } from "./import-kind.ts";
import type { ImportServices } from "./import-services.ts";
import { importView } from "./import-view.ts";
import { getImport, listImportRows, listImports } from "./read-imports.ts";
import { startImport } from "./start-import.ts";

const route = routeWith<ImportServices>();

const answer = async ({ services }: { services: ImportServices }, importRecord: StoredImport) => ({
  import: await importView(services.store, importRecord),
});

/** The size limit of a correction of many cells, in bytes. */
const maxRowsBytes = 1024 * 1024;

/**
 * The routes of imports, part of the route table. A file holds personal data: a person who may not import cannot see
 * it.
 *
 * An import creates customers from a CSV file. Like a bulk change it has stored rows, and each row is a separate
 * operation. The folder `file` reads the file and proposes a mapping of its columns. `check` compares every row with
 * the rules of the form and with all customers. `run` sends one row first, then two at a time, after the calls of
 * everybody else. Why nothing is created twice: docs/decisions/0039-imports.md.
 */
export const importRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/imports",
    policy: "imports.run",
    input: { query: importListQuerySchema },
    countsAsActivity: false,
    handler: (context, { query }) => listImports({ context, input: query }),
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
  // The import's page polls this route while the import is running.
  route({
    method: "GET",
    path: "/api/:environment/imports/:importID",
    policy: "imports.run",
    input: {},
    countsAsActivity: false,
    handler: (context, { params }) => getImport({ context, importID: params.importID }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/imports/:importID/columns",
    policy: "imports.run",
    input: {},
    handler: (context, { params }) => getImportColumns({ context, importID: params.importID }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/imports/:importID/rows",
    policy: "imports.run",
    input: { query: importRowsQuerySchema },
    countsAsActivity: false,
    handler: (context, { params, query }) => listImportRows({ context, importID: params.importID, input: query }),
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
  route({
    method: "POST",
    path: "/api/:environment/imports/:importID/check",
    policy: "imports.run",
    input: {},
    handler: (context, { params }) => beginCheck({ context, importID: params.importID }),
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
  route({
    method: "GET",
    path: "/api/:environment/import-mappings",
    policy: "imports.run",
    input: {},
    handler: (context) => listSavedMappings({ context }),
  }),
  route({
    method: "DELETE",
    path: "/api/:environment/import-mappings/:mappingID",
    policy: "imports.run",
    input: {},
    handler: (context, { params }) => removeSavedMapping({ context, mappingID: params.mappingID }),
  }),
] as const;
