import { randomUUID } from "node:crypto";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import { checkImport } from "#server/bff/imports/check/check-import.ts";
import type { ImportRunContext } from "#server/bff/imports/import-run-context.ts";
import { createRunWorker, type RunWorker } from "#server/bff/operations/runs/run-worker.ts";
import { followOperations, recoverOrphans, recoverRows } from "./follow-rows.ts";
import { sendFirst, sendRemaining } from "./send-rows.ts";

/**
 * The maximum number of imports that one replica processes at the same time. Per environment one of them creates
 * customers; others are being checked.
 */
const maxAtOnce = 4;

/** Creates the worker that checks and runs the imports of all people. */
export function createImportRunner(services: ContractServices): RunWorker {
  const { store, clients } = services;
  return createRunWorker(services, {
    name: "import-runner",
    maxAtOnce,
    leases: store.imports,
    failed: "an import cannot go on",
    async beforeTaking() {
      await followOperations(services);
      await recoverOrphans(services);
    },
    take: (wanted) => store.imports.take(wanted),
    async run({ import: importRecord }, lease, signal) {
      const { importID, environment, state } = importRecord;
      const client = clients.get(environment);
      // Takes only imports of configured environments. Others wait until theirs is configured.
      if (!client) return;
      const work: ImportRunContext = {
        services,
        import: importRecord,
        lease,
        client,
        call: { requestID: randomUUID(), signal, caller: `import ${importID}`, isBackground: true },
      };
      await recoverRows(work);
      if (state === "checking") await checkImport(work);
      else if (state === "first") await sendFirst(work);
      else await sendRemaining(work);
    },
  });
}
