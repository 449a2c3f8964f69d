import { randomUUID } from "node:crypto";
import { may } from "#lib/contract/access/permissions.ts";
import type { Problem } from "#lib/contract/errors.ts";
import { outcomeDetailOf } from "#lib/contract/operation-outcome.ts";
import { AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { changeContract } from "#server/bff/contracts/change-contract.ts";
import { isNotSent, maxFailuresInRow, stopsRun } from "#server/bff/operations/runs/stopping-errors.ts";
import { noAnswerRecorded } from "#server/bff/operations/settle-write.ts";
import type { RowOutcome } from "#server/bff/store/bulk/bulk-row-store.ts";
import { changeOfRow, type StoredBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";
import { RunEnded } from "#server/bff/store/runs/lease.ts";
import { assertLeaseHeld, type BulkRunContext, pauseBulkRun } from "./bulk-run-context.ts";

type Phase = "canary" | "running";

/**
 * Changes one row's contract, as a separate operation of the person who started the changes. The row is claimed under
 * the operation's ID before anything is sent, so that the next run after a crash knows which operation to check.
 */
export async function changeRow(work: BulkRunContext, row: StoredBulkRow, phase: Phase): Promise<void> {
  await assertLeaseHeld(work, phase);
  await requireRight(work, phase);
  const { services, lease } = work;
  const { bulks } = services.store;
  const operationID = randomUUID();
  if (!(await bulks.claimRow(lease, row.position, operationID))) throw new RunEnded();
  const operation = await send(work, row, operationID);
  const outcome: RowOutcome =
    operation instanceof AppError
      ? { state: "failed", reason: operation.message, forgetOperation: true }
      : rowOutcomeOf(operation);
  const isKept = await bulks.settleRow({ ...row, operationID }, ["sending"], outcome, services.clock.now(), lease);
  // The lease is lost: the run that now holds the bulk change settles the row from its operation.
  if (!isKept) throw new RunEnded();
  // The console is closing: another replica, or the next start, continues with this row.
  if (outcome.state === "waiting" && services.closing.aborted) throw new RunEnded();
  const isFailure = !["changed", "accepted", "conflict"].includes(outcome.state);
  const failures = await bulks.countFailure(lease, isFailure);
  if (failures === null) throw new RunEnded();
  const problem = operation instanceof AppError ? undefined : operation.problem;
  if (problem && stopsRun(problem.code)) {
    const { code, retryAt } = problem;
    await pauseBulkRun(work, phase, { code, message: wordsOf(problem), ...(retryAt === undefined ? {} : { retryAt }) });
  }
  if (failures < maxFailuresInRow) return;
  const message = `${failures} changes in a row failed, the last with: ${outcome.reason ?? ""}`;
  await pauseBulkRun(work, phase, { code: "failures", message });
}

/**
 * Pauses the bulk change if the person or API client was disabled or lost the role or the environment, or if the
 * approver has lost the right to approve.
 */
async function requireRight(work: BulkRunContext, phase: Phase): Promise<void> {
  const { services, bulk } = work;
  const { staffID, email } = bulk.runBy ?? bulk.actor;
  const rights = await services.store.staff.rightsOf(staffID, services.clock.now());
  const { environment } = bulk;
  const isHeld = rights && may(rights.role, "bulk.run") && rights.environments.includes(environment);
  const lapsed = await services.approvalGate.lapsed({ environment, kind: "bulk", subjectID: bulk.bulkID });
  if (isHeld && lapsed === undefined) return;
  const message = isHeld
    ? lapsed
    : `${email} may no longer change anything in ${environment}. Another person with permission can continue in their own name.`;
  await pauseBulkRun(work, phase, { code: "forbidden", message: message ?? "" });
}

/**
 * Returns the operation, or the error of a row that cannot become one because the change to undo is no longer recorded.
 */
async function send(work: BulkRunContext, row: StoredBulkRow, operationID: string): Promise<Operation | AppError> {
  const { services, bulk, lease, call } = work;
  const { environment, ticket, note } = bulk;
  remember(work, row);
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
    const { customerID } = row;
    return (await changeContract({ context, customerID, input, bulk: { operationID, lease } })).operation;
  } catch (thrown) {
    const refused = isAppError(thrown) ? thrown.operation : undefined;
    if (thrown instanceof AppError && thrown.code === "invalid_request" && !refused) return thrown;
    // Any other error is a failure of the store: the row stays claimed and is settled when the store works again.
    if (refused?.state !== "rejected") throw thrown;
    return refused;
  }
}

/** After a start the customer directory is empty. With the data of the check, finding the customer takes one call. */
function remember(
  { services, bulk }: BulkRunContext,
  { customerID, companyName, created, before }: StoredBulkRow,
): void {
  const directory = services.directories[bulk.environment];
  if (directory.find(customerID) || companyName === "") return;
  const knownCustomer = { customerID, companyName, deleted: false, contract: before ?? {}, adminUser: {}, raw: {} };
  directory.note([{ ...knownCustomer, ...(created === null ? {} : { created }) }]);
}

/** A problem in the API's own words, if it gave any. */
function wordsOf({ detail, errors }: Pick<Problem, "detail" | "errors">): string {
  return [detail, ...errors.map(({ field, message }) => (field === undefined ? message : `${field}: ${message}`))].join(
    " ",
  );
}

/** The state that an operation's outcome gives to its row. */
export function rowOutcomeOf(operation: Operation): RowOutcome {
  const { problem, after, confirmedAt, sentAt, job, jobID } = operation;
  const reading = { after, ...(confirmedAt === undefined ? {} : { confirmedAt: Date.parse(confirmedAt) }) };
  const reason = problem && wordsOf(problem);
  const detail = outcomeDetailOf(operation);
  switch (detail) {
    case "verified":
      return { state: "changed", ...reading };
    case "running":
    case "awaiting-effect":
    case "succeeded":
    case "accepted":
    case "resolved":
    case "vanished":
      return { state: confirmedAt === undefined ? "accepted" : "changed", ...reading };
    case "failed":
    case "cancelled":
      return { state: "failed", reason: job?.reason ?? `Its job ${jobID} is ${job?.stateText || detail}.`, ...reading };
    case "recorded":
    case "sent":
    case "unknown":
      return { state: "unknown", reason: reason ?? noAnswerRecorded, ...reading };
    case "effect-not-seen":
      return {
        state: "unknown",
        reason: `The API accepted it. ${operation.finding?.message ?? ""}`.trim(),
        ...reading,
      };
    case "superseded":
      return {
        state: "accepted",
        reason: "A later change was accepted before this one was seen in force.",
        ...reading,
      };
    case "refused":
    case "prevented":
    case "not-sent": {
      if (problem?.code === "contract_changed") return { state: "conflict", reason, ...reading };
      // Nothing was sent and the row is correct: it waits until the pause ends.
      const waits = (problem && isNotSent(problem.code)) || (sentAt === undefined && problem && stopsRun(problem.code));
      return waits ? { state: "waiting", forgetOperation: true } : { state: "failed", reason, ...reading };
    }
  }
}
