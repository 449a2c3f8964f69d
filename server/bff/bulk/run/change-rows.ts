import { matchesContract } from "#server/bff/contracts/contract-values.ts";
import { readContract } from "#server/bff/contracts/read-contract.ts";
import { changeOfRow, type StoredBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";
import { assertLeaseHeld, type BulkRunContext } from "./bulk-run-context.ts";
import { changeRow } from "./change-row.ts";

const second = 1_000;

/** When accepted changes that were not in force at once are checked again: an API may make them by a job. */
const confirmPausesMs = [second, 2 * second, 4 * second, 8 * second, 15 * second] as const;

/** Changes the first customer alone, and reads it until the change is in force. */
export async function changeCanary(work: BulkRunContext): Promise<void> {
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
export async function changeRemaining(work: BulkRunContext): Promise<void> {
  const { services, bulk, lease } = work;
  const { bulks } = services.store;
  for (let row = await bulks.first(bulk.bulkID, "waiting"); row; row = await bulks.first(bulk.bulkID, "waiting")) {
    if (await comesAfterItsOther(work, row)) await changeRow(work, row, "running");
  }
  await confirmAccepted(work, "running");
  await bulks.moveHeld(lease, ["running"], { state: "finished", finishedAt: services.clock.now() });
}

/**
 * False of a row that is not sent because the other change of the same customer, which comes first, is not verified:
 * what it was reviewed for is a contract with both.
 */
async function comesAfterItsOther(work: BulkRunContext, row: StoredBulkRow): Promise<boolean> {
  const { services, bulk, lease } = work;
  const { bulks } = services.store;
  if (bulk.change) return true;
  const isThrough = async () => {
    const other = await bulks.rowBefore(row);
    return other === null || other.state === "changed" || other.state === "same";
  };
  if (await isThrough()) return true;
  await confirmAccepted(work, "running");
  if (await isThrough()) return true;
  const reason = "Not sent: the other change of this customer comes first, and it is not verified.";
  await bulks.settleRow(row, ["waiting"], { state: "conflict", reason }, services.clock.now(), lease);
  return false;
}

/** Reads the customers again whose accepted change is not verified yet. */
async function confirmAccepted(work: BulkRunContext, phase: "canary" | "running"): Promise<void> {
  const { services, bulk, lease, client, call } = work;
  const { bulkID, environment, total } = bulk;
  for (const pauseMs of confirmPausesMs) {
    const { rows } = await services.store.bulks.rows(bulkID, { states: ["accepted"], limit: total, offset: 0 });
    if (rows.length === 0) return;
    await services.clock.sleep(pauseMs, call.signal);
    for (const row of rows) {
      await assertLeaseHeld(work, phase);
      const after = await readContract({ services, environment, client, call }, row.customerID).catch(() => undefined);
      call.signal.throwIfAborted();
      if (!after || !matchesContract(after, changeOfRow(bulk, row))) continue;
      const nowMs = services.clock.now();
      const outcome = { state: "changed", after, confirmedAt: nowMs } as const;
      await services.store.bulks.settleRow(row, ["accepted"], outcome, nowMs, lease);
    }
  }
}
