import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import { checkImport } from "#server/bff/imports/check/check-import.ts";
import { importKind } from "#server/bff/imports/import-kind.ts";
import { createRunWorker, type RunWorker } from "#server/bff/runs/run-worker.ts";
import { sendFirst, sendRemaining } from "./send-rows.ts";

/**
 * The maximum number of imports that one replica processes at the same time. Only one import per environment creates
 * customers at a time. The remaining imports are being checked.
 */
const maxAtOnce = 4;

/** Creates the worker that checks and runs all imports. */
export const createImportRunner = (services: ContractServices): RunWorker =>
  createRunWorker(services, {
    name: "import-runner",
    kind: importKind,
    maxAtOnce,
    isBackground: true,
    check: checkImport,
    sendFirst,
    sendRemaining,
  });
