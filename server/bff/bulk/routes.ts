import {
  bulkFileQuerySchema,
  bulkListQuerySchema,
  bulkQuerySchema,
  maxBulkBytes,
  startBulkSchema,
  undoBulkSchema,
} from "#lib/contract/operations/bulk.ts";
import { csvFileSchema } from "#lib/contract/operations/csv-file.ts";
import { resumeRunSchema } from "#lib/contract/operations/run.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { findRun } from "#server/bff/runs/run-kind.ts";
import { cancelRun, pauseRun, resumeRun } from "#server/bff/runs/run-steps.ts";
import type { StoredBulk } from "#server/bff/store/bulk/bulk-rows.ts";
import { bulkKind } from "./bulk-kind.ts";
import type { BulkServices } from "./bulk-services.ts";
import { bulkView } from "./bulk-view.ts";
import { exportBulkResults } from "./export-bulk-results.ts";
import { getBulk } from "./get-bulk.ts";
import { listBulks } from "./list-bulks.ts";
import { startBulk } from "./start-bulk.ts";
import { startBulkFromFile } from "./start-from-file.ts";
import { undoBulk } from "./undo-bulk.ts";

const route = routeWith<BulkServices>();

const answer = async ({ services }: { services: BulkServices }, bulk: StoredBulk) => ({
  bulk: await bulkView(services.store, bulk),
});

/**
 * The routes of bulk changes, part of the route table.
 *
 * A bulk change is a stored list of customers, and each row is a separate operation. A run holds a lease and renews it;
 * a run that has lost its lease sends nothing and records nothing (docs/decisions/0012-bulk-changes.md).
 *
 * Rows may have their own values: from a CSV file (start-from-file.ts, which reads it with read-csv.ts), or to undo an
 * earlier bulk change (undo-bulk.ts). An undo is a new bulk change, checked and reviewed like any other.
 */
export const bulkRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/bulk",
    policy: "viewer",
    input: { query: bulkListQuerySchema },
    countsAsActivity: false,
    handler: (context, { query }) => listBulks({ context, input: query }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/bulk",
    policy: "bulk.run",
    input: { body: startBulkSchema },
    maxBodyBytes: maxBulkBytes,
    handler: (context, { body }) => startBulk({ context, input: body }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/bulk/file",
    policy: "bulk.run",
    takesFile: "text/csv",
    input: { query: bulkFileQuerySchema, body: csvFileSchema },
    maxBodyBytes: maxBulkBytes,
    handler: (context, { query, body }) => startBulkFromFile({ context, bytes: body, input: query }),
  }),
  // The page of the bulk change polls this route while it is running.
  route({
    method: "GET",
    path: "/api/:environment/bulk/:bulkID",
    policy: "viewer",
    input: { query: bulkQuerySchema },
    countsAsActivity: false,
    handler: (context, { params, query }) => getBulk({ context, bulkID: params.bulkID, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/bulk/:bulkID/receipts",
    policy: "viewer",
    countsAsWrite: true,
    input: {},
    handler: (context, { params }) => exportBulkResults({ context, bulkID: params.bulkID }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/bulk/:bulkID/pause",
    policy: "bulk.run",
    input: {},
    handler: async (context, { params }) => answer(context, await pauseRun(bulkKind, context, params.bulkID)),
  }),
  route({
    method: "POST",
    path: "/api/:environment/bulk/:bulkID/resume",
    policy: "bulk.run",
    input: { body: resumeRunSchema },
    handler: async (context, { params, body }) => {
      const bulk = await findRun(bulkKind, context, params.bulkID);
      return answer(context, await resumeRun(bulkKind, context, bulk, body));
    },
  }),
  route({
    method: "POST",
    path: "/api/:environment/bulk/:bulkID/cancel",
    policy: "bulk.run",
    input: {},
    handler: async (context, { params }) => answer(context, await cancelRun(bulkKind, context, params.bulkID)),
  }),
  route({
    method: "POST",
    path: "/api/:environment/bulk/:bulkID/undo",
    policy: "bulk.run",
    input: { body: undoBulkSchema },
    handler: (context, { params, body }) => undoBulk({ context, bulkID: params.bulkID, input: body }),
  }),
] as const;
