import { type BulkContext, bulkKind } from "#server/bff/bulk/bulk-kind.ts";
import { followOperations } from "#server/bff/runs/follow-rows.ts";
import { assertHeld, pauseItself } from "#server/bff/runs/run-context.ts";
import type { StoredBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";
import { planRow } from "./plan-row.ts";
import { sendRow } from "./send-row.ts";

const second = 1_000;
const minute = 60 * second;

/**
 * How often the run reads from the store whether a change is verified, in milliseconds. The verifier reads the API and
 * stores the result.
 */
const everyMs = second;

/**
 * How long the verification of the first customer's change may take, in milliseconds. After this time the run pauses.
 */
const maxFirstMs = 10 * minute;

/**
 * How long a run waits at its end until changes are verified, in milliseconds. A row also waits this long for the
 * earlier change of its customer.
 */
const maxWaitMs = 30 * second;

/** Changes the contract of a row. If the bulk change has a time, plans the change instead. */
const settle = (work: BulkContext, row: StoredBulkRow, phase: "first" | "running") =>
  work.run.at ? planRow(work, row, work.run.at, phase) : sendRow(work, row, phase);

/** Changes the first customer alone, and waits until the change is verified. */
export async function sendFirst(work: BulkContext): Promise<void> {
  const { services, run: bulk, lease } = work;
  const { bulks } = services.store;
  const position = bulk.firstPosition ?? 0;
  const row = await bulks.row(bulk.bulkID, position);
  if (row?.state === "ready") await settle(work, row, "first");
  const isOver = async () => (await bulks.row(bulk.bulkID, position))?.state !== "accepted";
  if (!(await waitFor(work, "first", isOver, await firstWaitMs(work, position)))) {
    const message =
      "The API accepted the change of the first customer, and it was not in force within 10 minutes. Check the customer. If you continue, Switchboard waits for another 10 minutes.";
    await pauseItself(work, "first", { code: "not-verified", message });
  }
  const waits = await bulks.first(bulk.bulkID, "ready");
  const finishedAt = services.clock.now();
  await bulks.moveHeld(lease, ["first"], waits ? { state: "first-done" } : { state: "finished", finishedAt });
}

/**
 * The remaining time to wait for the first customer, in milliseconds. If the time had already passed, the run was
 * continued after a pause, and the complete time starts again.
 */
async function firstWaitMs({ services, run: bulk }: BulkContext, position: number): Promise<number> {
  const row = await services.store.bulks.row(bulk.bulkID, position);
  const leftMs = (row?.settledAt ?? services.clock.now()) + maxFirstMs - services.clock.now();
  return leftMs > 0 ? leftMs : maxFirstMs;
}

/** Changes the remaining customers, one after the other. */
export async function sendRemaining(work: BulkContext): Promise<void> {
  const { services, run: bulk, lease } = work;
  const { bulks } = services.store;
  for (let row = await bulks.first(bulk.bulkID, "ready"); row; row = await bulks.first(bulk.bulkID, "ready")) {
    if (await waitForEarlierRow(work, row)) await settle(work, row, "running");
  }
  // Waits a limited time for the results of accepted rows. Later results are recorded after the end of the run.
  await waitFor(work, "running", async () => (await bulks.first(bulk.bulkID, "accepted")) === null, maxWaitMs);
  await bulks.moveHeld(lease, ["running"], { state: "finished", finishedAt: services.clock.now() });
}

/**
 * Waits until the earlier change of the same customer is verified. Returns false if that takes too long. The row must
 * then not be sent, because it was reviewed with the contract that results from the earlier change.
 */
async function waitForEarlierRow(work: BulkContext, row: StoredBulkRow): Promise<boolean> {
  const { services, run: bulk, lease } = work;
  const { bulks } = services.store;
  if (bulk.change) return true;
  const isVerified = async () => {
    const other = await bulks.rowBefore(row);
    return other === null || other.state === "changed" || other.state === "same";
  };
  const isSettled = async () => (await isVerified()) || (await bulks.rowBefore(row))?.state !== "accepted";
  await waitFor(work, "running", isSettled, maxWaitMs);
  if (await isVerified()) return true;
  const reason = "Not sent: the other change of this customer comes first, and it is not verified.";
  await bulks.settleRow(row, ["ready"], { state: "conflict", reason }, services.clock.now(), lease);
  return false;
}

/**
 * Waits until `isSo` returns true, and then returns true. Returns false if `isSo` still returns false after `ms`
 * milliseconds. Throws RunEnded if the run loses its lease during the wait.
 */
async function waitFor(
  work: BulkContext,
  phase: "first" | "running",
  isSo: () => Promise<boolean>,
  ms: number,
): Promise<boolean> {
  const { services, call } = work;
  const untilMs = services.clock.monotonic() + ms;
  for (;;) {
    await followOperations(bulkKind, services);
    if (await isSo()) return true;
    if (services.clock.monotonic() >= untilMs) return false;
    await services.clock.sleep(everyMs, call.signal);
    await assertHeld(work, phase);
  }
}
