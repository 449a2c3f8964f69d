import { bulkQuerySchema, maxBulkBytes, resumeBulkSchema, startBulkSchema } from "#lib/contract/bulk.ts";
import { pageQuerySchema } from "#lib/contract/list.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { BulkServices } from "./bulk-services.ts";
import { cancelBulk } from "./cancel-bulk.ts";
import { exportReceipts } from "./export-receipts.ts";
import { getBulk } from "./get-bulk.ts";
import { listBulks } from "./list-bulks.ts";
import { pauseBulk } from "./pause-bulk.ts";
import { resumeBulk } from "./resume-bulk.ts";
import { startBulk } from "./start-bulk.ts";

const route = routeWith<BulkServices>();

/** The routes of bulk changes, part of the one table. */
export const bulkRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/bulk",
    policy: "viewer",
    input: { query: pageQuerySchema },
    countsAsActivity: false,
    handler: (context, { query }) => listBulks({ context, input: query }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/bulk",
    policy: "editor",
    input: { body: startBulkSchema },
    maxBodyBytes: maxBulkBytes,
    handler: (context, { body }) => startBulk({ context, input: body }),
  }),
  // Its page asks again and again while it is at work.
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
    input: {},
    handler: (context, { params }) => exportReceipts({ context, bulkID: params.bulkID }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/bulk/:bulkID/pause",
    policy: "editor",
    input: {},
    handler: (context, { params }) => pauseBulk({ context, bulkID: params.bulkID }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/bulk/:bulkID/resume",
    policy: "editor",
    input: { body: resumeBulkSchema },
    handler: (context, { params, body }) => resumeBulk({ context, bulkID: params.bulkID, input: body }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/bulk/:bulkID/cancel",
    policy: "editor",
    input: {},
    handler: (context, { params }) => cancelBulk({ context, bulkID: params.bulkID }),
  }),
] as const;
