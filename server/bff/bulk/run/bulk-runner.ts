import { randomUUID } from "node:crypto";
import { checkBulk } from "#server/bff/bulk/check-bulk.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import { createRunWorker, type RunWorker } from "#server/bff/operations/runs/run-worker.ts";
import type { BulkRunContext } from "./bulk-run-context.ts";
import { changeCanary, changeRemaining } from "./change-rows.ts";
import { followOperations, recoverOrphans, recoverRows } from "./recover-rows.ts";

/** The maximum number of bulk changes that one replica processes at the same time, each row by row. */
const maxAtOnce = 4;

/** Creates the worker that checks and runs the bulk changes of all people. */
export function createBulkRunner(services: ContractServices): RunWorker {
  const { store, clients } = services;
  return createRunWorker(services, {
    name: "bulk-runner",
    maxAtOnce,
    leases: store.bulks,
    failed: "a bulk change cannot go on",
    async beforeTaking() {
      await followOperations(services);
      await recoverOrphans(services);
    },
    take: (wanted) => store.bulks.take(wanted),
    async run({ bulk }, lease, signal) {
      const { bulkID, environment, state } = bulk;
      const client = clients.get(environment);
      // Takes only bulk changes of configured environments. Others wait until theirs is configured.
      if (!client) return;
      const work: BulkRunContext = {
        services,
        bulk,
        lease,
        client,
        call: { requestID: randomUUID(), signal, caller: `bulk ${bulkID}` },
      };
      await recoverRows(work);
      if (state === "checking") await checkBulk(work);
      else if (state === "canary") await changeCanary(work);
      else await changeRemaining(work);
    },
  });
}
