import { randomUUID } from "node:crypto";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { createCustomerKind } from "#lib/operation-kinds/create-customer.ts";
import { matchKeyOf } from "#server/bff/creations/creation-match.ts";
import type { ImportContext } from "#server/bff/imports/import-kind.ts";
import { earlierCreation } from "#server/bff/imports/row-key.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import { problemWords } from "#server/bff/operations/problem-words.ts";
import { type NewWrite, recordAndSend } from "#server/bff/operations/record-and-send.ts";
import { pauseIfHeldBack, pauseItself } from "#server/bff/runs/run-context.ts";
import { maxFailuresInRow, stopsRun } from "#server/bff/runs/stopping-errors.ts";
import type { StoredImport, StoredImportRow } from "#server/bff/store/imports/import-rows.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import { RunEnded } from "#server/bff/store/runs/lease.ts";
import { rowOutcomeOf } from "./row-outcome.ts";

type Phase = "first" | "running";

/** Thrown if another creation with the same name and address is still running. Nothing was stored. */
class TwinUnderWay extends Error {
  readonly operationID: string;
  constructor({ operationID }: StoredOperation) {
    super("Another creation with the same name and address is not over");
    this.operationID = operationID;
  }
}

/** An import pauses after this many consecutive creations whose answer from the API was lost. */
const maxUnknownsInRow = 3;

/**
 * From this number of ended rows on, an import pauses if more than `maxFailedShare` of them have failed. A row is
 * counted as soon as its job has ended, even if its customer is not verified yet. Otherwise slow verification would
 * delay the count, and all rows of a bad file could be sent before the pause.
 */
const manyRows = 50;
const maxFailedShare = 0.1;

/** Pauses an import that has too many failures. */
async function judge(work: ImportContext, phase: Phase, counted: StoredImport, last: string): Promise<void> {
  const { failuresInRow, unknownsInRow, settledRows, failedRows } = counted;
  const pause = (code: string, message: string) => pauseItself(work, phase, { code, message });
  if (failuresInRow >= maxFailuresInRow) {
    await pause("failures", `${failuresInRow} customers in a row failed, the last with: ${last}`);
  }
  const { accepted, unfinished } = await work.services.store.imports.acceptedRows(counted.importID);
  const endedRows = settledRows + accepted - unfinished;
  if (endedRows >= manyRows && failedRows > maxFailedShare * endedRows) {
    await pause("failures", `${failedRows} of ${endedRows} customers failed, the last with: ${last}`);
  }
  if (unknownsInRow >= maxUnknownsInRow) {
    await pause(
      "unknowns",
      `The API did not answer ${unknownsInRow} times in a row, so it is not known what it has created.`,
    );
  }
}

/** Counts the outcome of a row, and pauses the import if there are too many failures. */
export async function countRow(
  work: ImportContext,
  phase: Phase,
  state: StoredImportRow["state"],
  reason: string | undefined,
): Promise<void> {
  if (state !== "created" && state !== "failed" && state !== "unknown") return;
  const counted = await work.services.store.imports.countRow(work.lease, state);
  if (!counted) throw new RunEnded();
  if (state !== "created") await judge(work, phase, counted, reason ?? "");
}

/**
 * Creates the customer of one row as a separate operation of the person who started the import. The operation's ID is
 * stored with the row before anything is sent. So after a crash, the next run can check that operation. The idempotency
 * key is computed from the row's reference or line, so that no customer is created twice. Returns false if the row must
 * wait for another creation with the same name and address.
 */
export async function sendRow(work: ImportContext, row: StoredImportRow, phase: Phase): Promise<boolean> {
  const { services, lease, run: importRecord } = work;
  const { imports, operations } = services.store;
  const operationID = randomUUID();
  if (!row.request) throw new Error("A row is sent that was not checked");
  if (!(await imports.claimRow(lease, row.position, operationID))) throw new RunEnded();
  const claimed = { ...row, operationID };
  const settle = async (to: Parameters<typeof imports.settleRow>[2]) => {
    // Ends this run, because it has lost the lease. The run that has the lease now sets the row's state from its
    // operation.
    if (!(await imports.settleRow(claimed, ["sending"], to, services.clock.now(), lease))) throw new RunEnded();
  };
  const earlier = await earlierCreation(operations, { ...importRecord, ...row });
  if ("operation" in earlier) {
    await settle(madeBefore(earlier.operation));
    return true;
  }
  let stored: StoredOperation;
  try {
    stored = await send(work, { ...row, request: row.request }, operationID, earlier.key);
  } catch (thrown) {
    if (!(thrown instanceof TwinUnderWay)) throw thrown;
    const reason = `Waits for the operation ${thrown.operationID}, which has the same name and e-mail address and is not over.`;
    await settle({ state: "ready", forgetOperation: true, reason });
    return false;
  }
  if (stored.operationID !== operationID) {
    await settle(madeBefore(stored));
    return true;
  }
  const operation = operationView(stored);
  const outcome = rowOutcomeOf(operation);
  await settle(outcome);
  // Ends this run, because the console is closing. Another replica, or the next start, continues with this row.
  if (outcome.state === "ready" && services.closing.aborted) throw new RunEnded();
  await pauseIfHeldBack(work, phase, operation.problem);
  await stopAt(work, phase, operation);
  await countRow(work, phase, outcome.state, outcome.reason);
  return true;
}

/**
 * The outcome of a row that this import or another import has already sent. Its customer was created, or may still be
 * created.
 */
function madeBefore({ operationID, customerID, jobID }: StoredOperation) {
  const knownIDs = { ...(customerID !== null && { customerID }), ...(jobID !== null && { jobID }) };
  return { state: "same", reason: "This row was imported before.", operationID, ...knownIDs } as const;
}

function send(
  work: ImportContext,
  row: StoredImportRow & { request: Record<string, unknown> },
  operationID: string,
  idempotencyKey: string,
): Promise<StoredOperation> {
  const { services, run: importRecord, lease, call } = work;
  const { environment, ticket, note } = importRecord;
  const context = {
    services,
    environment,
    requestID: randomUUID(),
    signal: call.signal,
    session: { staff: importRecord.runBy ?? importRecord.actor },
    background: { caller: call.caller },
  };
  const record: NewWrite["record"] = async (creation) => {
    const recorded = await services.store.operations.recordRow(creation, lease);
    if (!recorded) throw new RunEnded();
    if ("twin" in recorded) throw new TwinUnderWay(recorded.twin);
    return recorded;
  };
  const reference = { ...(ticket !== null && { ticket }), ...(note !== null && { reason: note }) };
  const { request } = row;
  return recordAndSend(context, {
    kind: createCustomerKind.kind,
    request,
    reference,
    idempotencyKey,
    record,
    matchKey: matchKeyOf(request),
    companyName: row.companyName ?? undefined,
    bulk: { operationID, lease },
  });
}

/** Pauses if the next row would fail with the same error. */
async function stopAt(work: ImportContext, phase: Phase, { problem }: Operation): Promise<void> {
  if (!problem || !stopsRun(problem.code)) return;
  const { code, retryAt } = problem;
  await pauseItself(work, phase, { code, message: problemWords(problem), ...(retryAt !== undefined && { retryAt }) });
}
