import { matchesContract } from "#server/bff/contracts/contract-values.ts";
import { readContract } from "#server/bff/contracts/read-contract.ts";
import { type BulkWork, requireHeld } from "./bulk-work.ts";
import { changeRow, wantedOf } from "./change-row.ts";

const second = 1_000;

/** When accepted changes are looked for that were not in force at once: an API may make them by a job. */
const confirmPausesMs = [second, 2 * second, 4 * second, 8 * second, 15 * second] as const;

/** Changes the first customer alone, and looks until the change is seen in force. */
export async function changeCanary(work: BulkWork): Promise<void> {
  const { services, bulk, lease } = work;
  const { bulks } = services.store;
  const row = await bulks.row(bulk.bulkID, bulk.canaryPosition ?? 0);
  if (row?.state === "waiting") await changeRow(work, row, "canary");
  await confirmAccepted(work, "canary");
  const waits = await bulks.first(bulk.bulkID, "waiting");
  const finishedAt = services.clock.now();
  await bulks.moveHeld(lease, ["canary"], waits ? { state: "canary-done" } : { state: "finished", finishedAt });
}

/** Changes the rest, one after the other. */
export async function changeRest(work: BulkWork): Promise<void> {
  const { services, bulk, lease } = work;
  const { bulks } = services.store;
  for (let row = await bulks.first(bulk.bulkID, "waiting"); row; row = await bulks.first(bulk.bulkID, "waiting")) {
    await changeRow(work, row, "running");
  }
  await confirmAccepted(work, "running");
  await bulks.moveHeld(lease, ["running"], { state: "finished", finishedAt: services.clock.now() });
}

/** Reads again what the API has accepted and reading has not shown yet. */
async function confirmAccepted(work: BulkWork, phase: "canary" | "running"): Promise<void> {
  const { services, bulk, lease, client, call } = work;
  const { bulkID, environment, total } = bulk;
  for (const pauseMs of confirmPausesMs) {
    const { rows } = await services.store.bulks.rows(bulkID, { states: ["accepted"], limit: total, offset: 0 });
    if (rows.length === 0) return;
    await services.clock.sleep(pauseMs, call.signal);
    for (const row of rows) {
      await requireHeld(work, phase);
      const after = await readContract({ services, environment, client, call }, row.customerID).catch(() => undefined);
      call.signal.throwIfAborted();
      if (!after || !matchesContract(after, wantedOf(work))) continue;
      const nowMs = services.clock.now();
      const outcome = { state: "changed", after, confirmedAt: nowMs } as const;
      await services.store.bulks.settleRow(row, ["accepted"], outcome, nowMs, lease);
    }
  }
}
