import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import type { RunWorker } from "#server/bff/runs/run-worker.ts";
import { createImportCleaner } from "./content-cleaner.ts";
import { createImportRunner } from "./import-runner.ts";

/**
 * The background workers of imports. The first worker checks and runs imports. The second worker removes expired files.
 */
export function createImportWorkers(services: ContractServices): RunWorker {
  const runner = createImportRunner(services);
  const cleaner = createImportCleaner(services);
  return {
    start() {
      runner.start();
      cleaner.start();
    },
    wake: runner.wake,
    async close() {
      await Promise.all([runner.close(), cleaner.close()]);
    },
  };
}
