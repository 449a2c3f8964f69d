import { randomUUID } from "node:crypto";
import { type AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import type { BulkContext } from "#server/bff/bulk/bulk-kind.ts";
import { noRoom, preparePlan } from "#server/bff/planned/plan-change.ts";
import { assertHeld, pauseItself, requireRight, runReasonOf } from "#server/bff/runs/run-context.ts";
import { maxFailuresInRow, stopsRun } from "#server/bff/runs/stopping-errors.ts";
import type { StoredApproval } from "#server/bff/store/approvals/approval-rows.ts";
import { changeOfRow, type StoredBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";
import type { ChosenTime } from "#server/bff/store/planned/planned-rows.ts";
import { RunEnded } from "#server/bff/store/runs/lease.ts";
import { requireViewApproval, targetViewOf } from "./target-view.ts";

/** True for a refusal that every later row would get too. */
const stopsPlanning = ({ code, errors }: AppError) =>
  code === "too_many_planned" || stopsRun(code) || errors.some(({ field }) => field === "at" || field === "until");

/**
 * Converts a row to a planned change of the person who started the bulk change. The row and the planned change are
 * stored in one transaction. So even after a crash, a row never becomes two planned changes.
 */
export async function planRow(
  work: BulkContext,
  row: StoredBulkRow,
  at: ChosenTime,
  phase: "first" | "running",
): Promise<void> {
  await assertHeld(work, phase);
  await requireRight(work, phase);
  await requireViewApproval(work, phase);
  const { services, lease, call } = work;
  const { bulks } = services.store;
  const refusal = await tryToPlan(work, row, at);
  if (!refusal) {
    if (!(await bulks.countRow(lease, false))) throw new RunEnded();
    return;
  }
  // Stops here if the console is closing or the lease is lost. Another replica, or the next start, continues with this
  // row.
  call.signal.throwIfAborted();
  if (stopsPlanning(refusal)) await pauseItself(work, phase, runReasonOf(refusal));
  const state = stateOfRefusal(refusal);
  const outcome = { state, reason: runReasonOf(refusal).message } as const;
  if (!(await bulks.settleRow(row, ["ready"], outcome, services.clock.now(), lease))) throw new RunEnded();
  const counted = await bulks.countRow(lease, state === "failed");
  if (!counted) throw new RunEnded();
  const { failuresInRow } = counted;
  if (failuresInRow < maxFailuresInRow) return;
  const message = `${failuresInRow} changes in a row could not be planned, the last with: ${outcome.reason}`;
  await pauseItself(work, phase, { code: "failures", message });
}

/** The state of a row whose change could not be planned, because of this error. */
function stateOfRefusal({ code }: AppError): "conflict" | "left-view" | "failed" {
  if (code === "contract_changed") return "conflict";
  return code === "left_view" ? "left-view" : "failed";
}

/** The approval of exactly this bulk change. It also covers the planned changes that the bulk change creates. */
async function approvalOf({ services, run: bulk }: BulkContext): Promise<StoredApproval | undefined> {
  const { environment, bulkID: subjectID } = bulk;
  const latest = await services.store.approvals.latestOf(
    { environment, kind: "bulk", subjectID },
    services.clock.now(),
  );
  if (latest?.state !== "approved") return undefined;
  const source = services.approvalSources.find(({ kind }) => kind === "bulk");
  const current = await source?.describe(environment, subjectID);
  return current?.digest === latest.digest ? latest : undefined;
}

/** Plans the change of the row. Returns the refusal if this is not possible. */
async function tryToPlan(work: BulkContext, row: StoredBulkRow, at: ChosenTime): Promise<AppError | undefined> {
  const { services, run: bulk, lease, call } = work;
  const { environment, until, ticket, note: reason } = bulk;
  const responsible = bulk.runBy ?? bulk.actor;
  const { staffID: id, email } = responsible;
  const plannedChangeID = randomUUID();
  const { plan, term } = row.before ?? {};
  const expected = { ...(plan !== undefined && { plan }), ...(term !== undefined && { term }) };
  const context = {
    services,
    environment,
    requestID: call.requestID,
    signal: call.signal,
    session: { staff: responsible },
    background: { caller: call.caller },
  };
  try {
    const { customerID } = row;
    const change = changeOfRow(bulk, row);
    const ofView = targetViewOf(bulk) ?? null;
    const wanted = { customerID, change, second: null, at, until, expected, responsible, reason, ticket, ofView };
    const make = await preparePlan(context, plannedChangeID, wanted, await approvalOf(work));
    const event = {
      actor: { kind: "staff", id, email },
      action: "planned.created",
      reason: reason ?? undefined,
    } as const;
    const nowMs = services.clock.now();
    const isPlanned = await services.store.bulks.planRow(lease, row.position, plannedChangeID, nowMs, async (on) => {
      const room = await services.store.planned.createIn(on, make, event);
      if (room.result !== "created") throw noRoom(room, environment);
    });
    if (!isPlanned) throw new RunEnded();
    return undefined;
  } catch (thrown) {
    if (isAppError(thrown) && thrown.code !== "store_unavailable") return thrown;
    throw thrown;
  }
}
