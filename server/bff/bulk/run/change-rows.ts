import type { StoredBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";
import { assertLeaseHeld, type BulkRunContext, pauseBulkRun } from "./bulk-run-context.ts";
import { changeRow } from "./change-row.ts";
import { followOperations } from "./recover-rows.ts";

const second = 1_000;
const minute = 60 * second;

/**
 * How often the run checks whether a change is verified, in milliseconds. It reads the store; the verifier reads the
 * API.
 */
const everyMs = second;

/** How long the verification of the first customer's change may take, in milliseconds. After that the run pauses. */
export const maxCanaryMs = 10 * minute;

/** How long a run waits at its end, and for the other change of the same customer, in milliseconds. */
const maxWaitMs = 30 * second;

/** Changes the first customer alone, and waits until the change is verified. */
export async function changeCanary(work: BulkRunContext): Promise<void> {
  const { services, bulk, lease } = work;
  const { bulks } = services.store;
  const position = bulk.canaryPosition ?? 0;
  const row = await bulks.row(bulk.bulkID, position);
  if (row?.state === "waiting") await changeRow(work, row, "canary");
  const isOver = async () => (await bulks.row(bulk.bulkID, position))?.state !== "accepted";
  if (!(await waitFor(work, "canary", isOver, await canaryWaitMs(work, position)))) {
    const message =
      "The API accepted the change of the first customer, and it was not in force within 10 minutes. Check the customer. If you continue, Switchboard waits for another 10 minutes.";
    await pauseBulkRun(work, "canary", { code: "not-verified", message });
  }
  const waits = await bulks.first(bulk.bulkID, "waiting");
  const finishedAt = services.clock.now();
  await bulks.moveHeld(lease, ["canary"], waits ? { state: "canary-done" } : { state: "finished", finishedAt });
}

/** The remaining waiting time in milliseconds; the full time if the run was continued after a pause. */
async function canaryWaitMs({ services, bulk }: BulkRunContext, position: number): Promise<number> {
  const row = await services.store.bulks.row(bulk.bulkID, position);
  const leftMs = (row?.settledAt ?? services.clock.now()) + maxCanaryMs - services.clock.now();
  return leftMs > 0 ? leftMs : maxCanaryMs;
}

/** Changes the rest, one after the other. */
export async function changeRemaining(work: BulkRunContext): Promise<void> {
  const { services, bulk, lease } = work;
  const { bulks } = services.store;
  for (let row = await bulks.first(bulk.bulkID, "waiting"); row; row = await bulks.first(bulk.bulkID, "waiting")) {
    if (await comesAfterItsOther(work, row)) await changeRow(work, row, "running");
  }
  // Later results are recorded without a run.
  await waitFor(work, "running", async () => (await bulks.first(bulk.bulkID, "accepted")) === null, maxWaitMs);
  await bulks.moveHeld(lease, ["running"], { state: "finished", finishedAt: services.clock.now() });
}

/**
 * False if the row must not be sent because the earlier change of the same customer is not verified: the reviewed
 * contract includes both changes.
 */
async function comesAfterItsOther(work: BulkRunContext, row: StoredBulkRow): Promise<boolean> {
  const { services, bulk, lease } = work;
  const { bulks } = services.store;
  if (bulk.change) return true;
  const isThrough = async () => {
    const other = await bulks.rowBefore(row);
    return other === null || other.state === "changed" || other.state === "same";
  };
  const isDecided = async () => (await isThrough()) || (await bulks.rowBefore(row))?.state !== "accepted";
  await waitFor(work, "running", isDecided, maxWaitMs);
  if (await isThrough()) return true;
  const reason = "Not sent: the other change of this customer comes first, and it is not verified.";
  await bulks.settleRow(row, ["waiting"], { state: "conflict", reason }, services.clock.now(), lease);
  return false;
}

/** Waits until the condition is true while the lease is held. False if it did not become true within `ms`. */
async function waitFor(
  work: BulkRunContext,
  phase: "canary" | "running",
  isSo: () => Promise<boolean>,
  ms: number,
): Promise<boolean> {
  const { services, call } = work;
  const untilMs = services.clock.monotonic() + ms;
  for (;;) {
    await followOperations(services);
    if (await isSo()) return true;
    if (services.clock.monotonic() >= untilMs) return false;
    await services.clock.sleep(everyMs, call.signal);
    await assertLeaseHeld(work, phase);
  }
}
