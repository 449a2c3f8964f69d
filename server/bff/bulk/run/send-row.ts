import { randomUUID } from "node:crypto";
import { AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { BulkContext } from "#server/bff/bulk/bulk-kind.ts";
import { changeContract } from "#server/bff/contracts/change-contract.ts";
import { problemWords } from "#server/bff/operations/problem-words.ts";
import { assertHeld, pauseIfHeldBack, pauseItself, requireRight } from "#server/bff/runs/run-context.ts";
import { maxFailuresInRow, stopsRun } from "#server/bff/runs/stopping-errors.ts";
import { changeOfRow, type StoredBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";
import type { BulkRowOutcome } from "#server/bff/store/bulk/bulks.ts";
import { RunEnded } from "#server/bff/store/runs/lease.ts";
import { rowOutcomeOf } from "./row-outcome.ts";
import { requireViewApproval, targetViewOf } from "./target-view.ts";

type Phase = "first" | "running";

/**
 * Changes the contract of one row as a separate operation of the person who started the bulk change. The operation's ID
 * is stored with the row before anything is sent. So after a crash, the next run knows which operation to check.
 */
export async function sendRow(work: BulkContext, row: StoredBulkRow, phase: Phase): Promise<void> {
  await assertHeld(work, phase);
  await requireRight(work, phase);
  await requireViewApproval(work, phase);
  const { services, lease } = work;
  const { bulks } = services.store;
  const operationID = randomUUID();
  if (!(await bulks.claimRow(lease, row.position, operationID))) throw new RunEnded();
  const operation = await send(work, row, operationID);
  const outcome: BulkRowOutcome =
    operation instanceof AppError
      ? { state: "failed", reason: operation.message, forgetOperation: true }
      : rowOutcomeOf(operation);
  const isKept = await bulks.settleRow({ ...row, operationID }, ["sending"], outcome, services.clock.now(), lease);
  // Ends this run, because it has lost the lease. The run that has the lease now sets the row's state from its
  // operation.
  if (!isKept) throw new RunEnded();
  // Ends this run, because the console is closing. Another replica, or the next start, continues with this row.
  if (outcome.state === "ready" && services.closing.aborted) throw new RunEnded();
  const problem = operation instanceof AppError ? undefined : operation.problem;
  await pauseIfHeldBack(work, phase, problem);
  const isFailure = !["changed", "accepted", "conflict", "left-view"].includes(outcome.state);
  const counted = await bulks.countRow(lease, isFailure);
  if (!counted) throw new RunEnded();
  if (problem && stopsRun(problem.code)) {
    const { code, retryAt } = problem;
    await pauseItself(work, phase, {
      code,
      message: problemWords(problem),
      ...(retryAt === undefined ? {} : { retryAt }),
    });
  }
  const { failuresInRow } = counted;
  if (failuresInRow < maxFailuresInRow) return;
  const message = `${failuresInRow} changes in a row failed, the last with: ${outcome.reason ?? ""}`;
  await pauseItself(work, phase, { code: "failures", message });
}

/**
 * Returns the operation. Returns an error if `checkUndo` refuses the row's undo, because no operation was recorded
 * then.
 */
async function send(work: BulkContext, row: StoredBulkRow, operationID: string): Promise<Operation | AppError> {
  const { services, run: bulk, lease, call } = work;
  const { environment, ticket, note } = bulk;
  const context = {
    services,
    environment,
    requestID: randomUUID(),
    signal: call.signal,
    session: { staff: bulk.runBy ?? bulk.actor },
    answerWith: () => {},
  };
  const { term, plan } = row.before ?? {};
  const expected = { ...(term ? { term } : {}), ...(plan ? { plan } : {}) };
  const reference = { ...(ticket !== null && { ticket }), ...(note !== null && { reason: note }) };
  const undo = row.undoOf === null ? {} : { undoOf: row.undoOf };
  const input = { ...changeOfRow(bulk, row), expected, ...undo, console: reference };
  try {
    const { customerID, companyName } = row;
    const link = { operationID, lease };
    const change = { context, customerID, companyName, input, bulk: link, ofView: targetViewOf(bulk) };
    return (await changeContract(change)).operation;
  } catch (thrown) {
    const refused = isAppError(thrown) ? thrown.operation : undefined;
    if (thrown instanceof AppError && thrown.code === "invalid_request" && !refused) return thrown;
    // Any other error comes from the store. The row stays claimed and gets its final state when the store works again.
    if (refused?.state !== "rejected") throw thrown;
    return refused;
  }
}
