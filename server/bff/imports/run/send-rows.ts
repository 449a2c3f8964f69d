import type { ImportContext } from "#server/bff/imports/import-kind.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import { maxFollowed } from "#server/bff/runs/follow-rows.ts";
import { assertHeld, pauseItself, requireRight } from "#server/bff/runs/run-context.ts";
import type { StoredImportRow } from "#server/bff/store/imports/import-rows.ts";
import { rowOutcomeOf } from "./row-outcome.ts";
import { countRow, sendRow } from "./send-row.ts";

/** The maximum number of creations that are sent at the same time. */
const maxAtOnce = 2;

/** The maximum number of unfinished jobs. A row that waits only for verification is not included. */
const maxUnfinished = 20;

/** How often the jobs are checked, in milliseconds. The check reads only the store. The job tracker reads the API. */
const everyMs = 1_000;

/** How long the verification of the first customer may take, in milliseconds. After this time the import pauses. */
const maxFirstMs = 10 * 60_000;

/**
 * How long an import waits for verifications after its last row, in milliseconds. Later results are recorded after the
 * import has ended.
 */
const maxWaitMs = 30_000;

/** Creates the first customer alone, and waits until its job has ended and the customer is verified. */
export async function sendFirst(work: ImportContext): Promise<void> {
  const { services, lease, call } = work;
  const { imports } = services.store;
  const { importID } = work.run;
  const beganMs = services.clock.now();
  for (let isSent = false; ; await services.clock.sleep(everyMs, call.signal)) {
    await assertHeld(work, "first");
    const { firstPosition } = work.run;
    const row = await imports.row(importID, firstPosition ?? 0);
    if (row?.state === "ready" && !isSent) {
      await requireRight(work, "first");
      isSent = await sendRow(work, row, "first");
      // The row must wait for another creation, and no other row may be sent before the first customer exists. So the
      // loop ends, and a person has to choose another first row.
      if (!isSent) break;
      continue;
    }
    await settleFinished(work, "first");
    const now = await imports.row(importID, firstPosition ?? 0);
    if (now?.state === "accepted") await pauseUnverified(work, now, beganMs);
    if (now?.state === "accepted" || now?.state === "sending") continue;
    // If the row was imported before, nothing was sent for it. Then the next ready row becomes the first row.
    const [next] = now?.state === "same" ? await imports.ready(importID, 0, 1) : [];
    if (!next) break;
    isSent = false;
    await imports.moveHeld(lease, ["first"], { state: "first", firstPosition: next.position });
  }
  const [waits] = await imports.ready(importID, 0, 1);
  const finishedAt = services.clock.now();
  await imports.moveHeld(lease, ["first"], waits ? { state: "first-done" } : { state: "finished", finishedAt });
}

/**
 * Pauses if the accepted first customer was not verified in time. The time is counted from the acceptance. If the time
 * was already over when this run began, it is counted from the start of this run.
 */
async function pauseUnverified(work: ImportContext, { operationID }: StoredImportRow, beganMs: number) {
  const { services, run: importRecord } = work;
  const operation = await services.store.operations.find(importRecord.environment, operationID ?? "");
  if (operation?.effect !== "awaited" || operation.effectSince === null) return;
  const sinceMs = operation.effectSince + maxFirstMs > beganMs ? operation.effectSince : beganMs;
  if (services.clock.now() - sinceMs < maxFirstMs) return;
  const message =
    "The API accepted the first customer, and its list did not show the customer within 10 minutes. Look for the customer. If you continue, Switchboard waits for another 10 minutes.";
  await pauseItself(work, "first", { code: "not-verified", message });
}

/** Creates the remaining customers, a few at the same time. Sends nothing while too many jobs are unfinished. */
export async function sendRemaining(work: ImportContext): Promise<void> {
  const { services, lease, call } = work;
  const { imports } = services.store;
  const { importID } = work.run;
  const sending = new Map<number, Promise<void>>();
  /**
   * Rows that wait for another creation with the same name and address. These rows are tried again when another row has
   * finished.
   */
  const waiting = new Set<number>();
  let failure: unknown;
  let waitedMs = 0;
  let unverifiedBefore = 0;

  const start = (row: StoredImportRow) => {
    const sent = sendRow(work, row, "running")
      .then((isSent) => {
        if (!isSent) waiting.add(row.position);
      })
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => sending.delete(row.position));
    sending.set(row.position, sent);
  };

  try {
    for (;;) {
      await assertHeld(work, "running");
      await requireRight(work, "running");
      if (await settleFinished(work, "running")) waiting.clear();
      if (failure) throw failure;
      // The map is copied before the store is read. Otherwise a row that finishes during the read could be missing from
      // the copy and from the counts.
      const underWay = new Map(sending);
      const { accepted, unfinished } = await imports.acceptedRows(importID);
      const unverified = accepted - unfinished;
      if (unverified > unverifiedBefore) await imports.endFailuresInRow(lease);
      unverifiedBefore = unverified;
      const room = Math.min(maxAtOnce, maxUnfinished - unfinished) - underWay.size;
      const rows = room > 0 ? await imports.ready(importID, 0, room + underWay.size + waiting.size) : [];
      const next = rows.filter(({ position }) => !underWay.has(position) && !waiting.has(position)).slice(0, room);
      for (const row of next) start(row);
      const isIdle = underWay.size === 0 && next.length === 0 && unfinished === 0;
      if (isIdle && (accepted === 0 || waitedMs >= maxWaitMs)) break;
      waitedMs = isIdle ? waitedMs + everyMs : 0;
      const pause = new AbortController();
      const slept = services.clock.sleep(everyMs, AbortSignal.any([call.signal, pause.signal])).catch(() => {});
      // A finished creation ends the pause, because the next row may then be sent.
      await Promise.race([slept, ...underWay.values(), ...sending.values()]);
      pause.abort();
    }
  } finally {
    await Promise.all(sending.values());
  }
  if (waiting.size > 0) {
    const message = `${waiting.size} customers wait for other creations with the same name and e-mail address, whose outcome is not known.`;
    await pauseItself(work, "running", { code: "twins", message });
  }
  await imports.moveHeld(lease, ["running"], { state: "finished", finishedAt: services.clock.now() });
}

/**
 * Sets the final state of rows whose jobs have ended, and counts their outcomes. Returns false if there are no such
 * rows.
 */
async function settleFinished(work: ImportContext, phase: "first" | "running"): Promise<boolean> {
  const { services, run: importRecord, lease } = work;
  const { imports, operations } = services.store;
  const rows = await imports.takeSettled(importRecord.importID, maxFollowed);
  for (const row of rows) {
    const operation = await operations.find(importRecord.environment, row.operationID ?? "");
    if (!operation) continue;
    const outcome = rowOutcomeOf(operationView(operation));
    const isMine = await imports.settleRow(row, ["accepted"], outcome, services.clock.now(), lease);
    if (isMine) await countRow(work, phase, outcome.state, outcome.reason);
  }
  return rows.length > 0;
}
