import { bulkKind } from "#server/bff/bulk/bulk-kind.ts";
import type { BulkRunServices } from "#server/bff/bulk/bulk-services.ts";
import { checkBulk } from "#server/bff/bulk/check-bulk.ts";
import { createRunWorker, type RunWorker } from "#server/bff/runs/run-worker.ts";
import { sendFirst, sendRemaining } from "./send-rows.ts";

/**
 * The maximum number of bulk changes that one replica runs at the same time. Within a bulk change, the rows run one
 * after the other.
 */
const maxAtOnce = 4;

/** Creates the worker that checks and runs all bulk changes. */
export const createBulkRunner = (services: BulkRunServices): RunWorker =>
  createRunWorker(services, {
    name: "bulk-runner",
    kind: bulkKind,
    maxAtOnce,
    check: checkBulk,
    sendFirst,
    sendRemaining,
  });
