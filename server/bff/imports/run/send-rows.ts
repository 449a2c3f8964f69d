import { may } from "#lib/contract/access/permissions.ts";
import { assertImportHeld, type ImportRunContext, pauseImportRun } from "#server/bff/imports/import-run-context.ts";
import type { StoredImportRow } from "#server/bff/store/imports/import-rows.ts";
import { settleFinished } from "./follow-rows.ts";
import { sendRow } from "./send-row.ts";

/** How many creations are sent at the same time. */
const maxAtOnce = 2;

/** How many of their jobs may be unfinished. A row frees its place when it only waits for its verification. */
const maxUnfinished = 20;

/** How often the jobs are looked after, in milliseconds: the tracker reads them, this only reads the store. */
const everyMs = 1_000;

/** How long the first customer may take until it is verified, in milliseconds; then the import pauses. */
const maxFirstMs = 10 * 60_000;

/** How long an import waits at its end for verifications, in milliseconds; what takes longer is followed without it. */
const maxWaitMs = 30_000;

/** Creates the first customer alone, and waits until its job is over and it is verified. */
export async function sendFirst(work: ImportRunContext): Promise<void> {
  const { services, lease, call } = work;
  const { imports } = services.store;
  const { importID } = work.import;
  const beganMs = services.clock.now();
  for (let isSent = false; ; await services.clock.sleep(everyMs, call.signal)) {
    await assertImportHeld(work, "first");
    const { firstPosition } = work.import;
    const row = await imports.row(importID, firstPosition ?? 0);
    if (row?.state === "ready" && !isSent) {
      await requireRight(work, "first");
      isSent = await sendRow(work, row, "first");
      // Nothing may come before it, so somebody has to choose another one.
      if (!isSent) break;
      continue;
    }
    await settleFinished(work, "first");
    const now = await imports.row(importID, firstPosition ?? 0);
    if (now?.state === "accepted") await pauseUnverified(work, now, beganMs);
    if (now?.state === "accepted" || now?.state === "sending") continue;
    // It was imported before, so nothing was sent: the next one is the first.
    const [next] = now?.state === "same" ? await imports.ready(importID, 0, 1) : [];
    if (!next) break;
    isSent = false;
    await imports.moveHeld(lease, ["first"], { state: "first", firstPosition: next.position });
  }
  const [waits] = await imports.ready(importID, 0, 1);
  const finishedAt = services.clock.now();
  await imports.moveHeld(lease, ["first"], waits ? { state: "first-done" } : { state: "finished", finishedAt });
}

/** Pauses where the first customer is accepted and was not verified in time, since this run began or since then. */
async function pauseUnverified(work: ImportRunContext, { operationID }: StoredImportRow, beganMs: number) {
  const { services, import: found } = work;
  const operation = await services.store.operations.find(found.environment, operationID ?? "");
  if (operation?.effect !== "awaited" || operation.effectSince === null) return;
  const sinceMs = operation.effectSince + maxFirstMs > beganMs ? operation.effectSince : beganMs;
  if (services.clock.now() - sinceMs < maxFirstMs) return;
  const message =
    "The API accepted the first customer, and its list did not show the customer within 10 minutes. Look for the customer. If you continue, Switchboard waits for another 10 minutes.";
  await pauseImportRun(work, "first", { code: "not-verified", message });
}

/** Creates the rest: a few at once, and no more while many of their jobs are unfinished. */
export async function sendRemaining(work: ImportRunContext): Promise<void> {
  const { services, lease, call } = work;
  const { imports } = services.store;
  const { importID } = work.import;
  const sending = new Map<number, Promise<void>>();
  /** Rows that wait for another creation; they are tried again when something has come to its end. */
  const waiting = new Set<number>();
  let failure: unknown;
  let waitedMs = 0;

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
      await assertImportHeld(work, "running");
      await requireRight(work, "running");
      if (await settleFinished(work, "running")) waiting.clear();
      if (failure) throw failure;
      // As it was before the store is read: a row that is sent meanwhile may be missing in the counts.
      const underWay = new Map(sending);
      const { accepted, unfinished } = await imports.acceptedRows(importID);
      const room = Math.min(maxAtOnce, maxUnfinished - unfinished) - underWay.size;
      const rows = room > 0 ? await imports.ready(importID, 0, room + underWay.size + waiting.size) : [];
      const next = rows.filter(({ position }) => !underWay.has(position) && !waiting.has(position)).slice(0, room);
      for (const row of next) start(row);
      const isIdle = underWay.size === 0 && next.length === 0 && unfinished === 0;
      if (isIdle && (accepted === 0 || waitedMs >= maxWaitMs)) break;
      waitedMs = isIdle ? waitedMs + everyMs : 0;
      const pause = new AbortController();
      const slept = services.clock.sleep(everyMs, AbortSignal.any([call.signal, pause.signal])).catch(() => {});
      // A free place is used at once.
      await Promise.race([slept, ...underWay.values(), ...sending.values()]);
      pause.abort();
    }
  } finally {
    await Promise.all(sending.values());
  }
  if (waiting.size > 0) {
    const message = `${waiting.size} customers wait for other creations with the same name and e-mail address, whose outcome is not known.`;
    await pauseImportRun(work, "running", { code: "twins", message });
  }
  await imports.moveHeld(lease, ["running"], { state: "finished", finishedAt: services.clock.now() });
}

/** A person or an API client who was disabled, or lost the role or the environment, creates nothing more; nor is anything that they approved. */
async function requireRight(work: ImportRunContext, phase: "first" | "running"): Promise<void> {
  const { services, import: found } = work;
  const { staffID, email } = found.runBy ?? found.actor;
  const rights = await services.store.staff.rightsOf(staffID, services.clock.now());
  const { environment, importID } = found;
  const isHeld = rights && may(rights.role, "imports.run") && rights.environments.includes(environment);
  const lapsed = await services.approvalGate.lapsed({ environment, kind: "import", subjectID: importID });
  if (isHeld && lapsed === undefined) return;
  const lost = `${email} may no longer create anything in ${environment}. Another person with permission can continue in their own name.`;
  await pauseImportRun(work, phase, { code: "forbidden", message: isHeld && lapsed ? lapsed : lost });
}
