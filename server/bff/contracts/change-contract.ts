import { randomUUID } from "node:crypto";
import type { Contract } from "#lib/contract/customer.ts";
import { AppError } from "#lib/contract/errors.ts";
import type { Operation } from "#lib/contract/operation.ts";
import type { ChangeContract } from "#lib/contract/operation-requests.ts";
import type { ContractChange } from "#server/api-client/endpoints/change-contract.ts";
import type { WriteResult } from "#server/api-client/endpoints/write-result.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { knownError, problemOf } from "#server/bff/core/problem.ts";
import { reportError } from "#server/bff/core/report-error.ts";
import { idKey } from "#server/bff/customers/customer-directory.ts";
import type { FindContext } from "#server/bff/customers/walk-to-customer.ts";
import { refuseWhileBusy } from "#server/bff/jobs/list-customer-jobs.ts";
import { operationAnswer } from "#server/bff/operations/operation-view.ts";
import { requestHash } from "#server/bff/operations/request-hash.ts";
import { callOfWrite, inFlightMs, keepResult, problemOfWrite } from "#server/bff/operations/settle-write.ts";
import type { NewOperation, StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import { differences, holds } from "./contract-values.ts";
import { readContract } from "./read-contract.ts";

/** Who changes it, as an editor's request tells or a bulk change has kept it. */
export interface ChangeContext extends ApiContext {
  session: { staff: { staffID: string; email: string } };
  answerWith(status: number): void;
}

interface Change {
  context: ChangeContext;
  /** For reading the customer, on behalf of the same person. */
  reading: FindContext;
  customerID: string;
  change: ContractChange;
  expected: ChangeContract["expected"];
  bulk: BulkLink | undefined;
}

/** The bulk change that a write belongs to, which has given it its ID beforehand. */
export interface BulkLink {
  bulkID: string;
  operationID: string;
}

/**
 * Changes a contract: kept in the store, held back while a job runs on the customer (but for one that
 * looks stuck and that the sender names), read, compared with what the person saw, sent, read back.
 * The API has no conditional change, so here two changes of one customer's contract come after each
 * other; while one is under way on another replica, a second is refused.
 */
export async function changeContract({
  context,
  customerID,
  input,
  bulk,
}: {
  context: ChangeContext;
  customerID: string;
  input: ChangeContract;
  bulk?: BulkLink;
}): Promise<{ operation: Operation }> {
  const { term, plan, expected } = input;
  const change: ContractChange = term === undefined ? { plan: plan ?? "" } : { term };
  const slot = `${context.environment} contract ${idKey(customerID)}`;
  const { client, call } = callOfWrite(context);
  const reading = { services: context.services, environment: context.environment, client, call };
  const settled = await context.services.writes.run(slot, () =>
    recordAndChange({ context, reading, customerID, change, expected, bulk }, input),
  );
  const isDone = settled.state === "reconciled" || (settled.state === "accepted" && settled.jobID === null);
  context.answerWith(isDone ? 200 : 202);
  return operationAnswer(settled);
}

async function recordAndChange(given: Change, input: ChangeContract): Promise<StoredOperation> {
  const { context, customerID, expected, bulk } = given;
  const { services, environment, session } = context;
  const { staffID, email } = session.staff;
  const nowMs = services.clock.now();
  const change: NewOperation = {
    operationID: bulk?.operationID ?? randomUUID(),
    bulkID: bulk?.bulkID,
    kind: "change-contract",
    environment,
    actor: { staffID, email },
    request: input,
    idempotencyKey: null,
    bodyHash: requestHash(input),
    matchKey: null,
    customerID,
    createdAt: nowMs,
    dueAt: nowMs + inFlightMs,
  };
  const { operation, underWay } = await services.store.operations.recordChange(change, nowMs);
  if (underWay) return refuse(given, operation, changeUnderWay(underWay));
  let before: Contract;
  try {
    await refuseWhileBusy(context, customerID, given.reading, input.despiteJobs ?? []);
    before = await readContract(given.reading, customerID);
  } catch (thrown) {
    return refuse(given, operation, knownError(thrown));
  }
  if (expected !== undefined && !holds(before, expected)) {
    return refuse(given, operation, contractChanged(before, expected), before);
  }
  return send(given, operation, before);
}

/** Settles a change of which nothing was sent. */
async function refuse({ context }: Change, { operationID }: StoredOperation, error: AppError, before?: Contract) {
  const { services, requestID } = context;
  reportError(services.log, error, { requestID, route: undefined });
  const problem = problemOf(error, requestID);
  const detail = `${problem.detail} Nothing was sent and nothing was changed.`;
  const settlement = { state: "rejected", before, problem: { ...problem, detail } } as const;
  return (await services.store.operations.settle(operationID, ["recorded"], settlement, services.clock.now()))
    .operation;
}

function changeUnderWay({ actor }: StoredOperation): AppError {
  return new AppError(
    "customer_busy",
    `Another change of this contract is under way, by ${actor.email}. Look at it again in a moment.`,
  );
}

function contractChanged(contract: Contract, expected: NonNullable<ChangeContract["expected"]>): AppError {
  return new AppError(
    "contract_changed",
    "The contract is not as you saw it: somebody has changed it. Look at it again and decide anew.",
    { errors: differences(contract, expected) },
  );
}

async function send(given: Change, recorded: StoredOperation, before: Contract): Promise<StoredOperation> {
  const { context, customerID, change } = given;
  const { services, requestID } = context;
  const { clock, store, reconciler } = services;
  const { client, call } = given.reading;
  const { operationID } = recorded;
  const sentAt = clock.now();
  const sent = await store.operations.markSent(operationID, { before, dueAt: sentAt + inFlightMs }, sentAt);
  if (!sent.isMine) return sent.operation;
  /** What a reading before a repeat has shown, where it forbids the repeat. */
  let meanwhile: Contract | undefined;
  const beforeRepeat = async () => {
    const now = await readContract(given.reading, customerID);
    const seen = "term" in change ? { term: before.term } : { plan: before.plan };
    if (holds(now, seen) && !holds(now, change)) return;
    meanwhile = now;
    throw contractChanged(now, seen);
  };
  const result = await client.changeContract(customerID, change, { before: beforeRepeat }, call);
  const settled = await keepResult(services, sent.operation, requestID, () =>
    settle(given, sent.operation, result, meanwhile),
  );
  if (settled.state === "unknown") reconciler.wake();
  return settled.state === "accepted" ? readBack(given, settled) : settled;
}

async function settle(
  { context, change }: Change,
  { operationID }: StoredOperation,
  result: WriteResult<{ jobID?: string; contract?: Contract }>,
  meanwhile: Contract | undefined,
) {
  const { services, requestID } = context;
  const { operations } = services.store;
  const nowMs = services.clock.now();
  const fromAny = ["sent", "unknown"] as const;
  if (result.outcome === "accepted") {
    const { jobID, contract: after } = result.value;
    return operations.settle(operationID, fromAny, { state: "accepted", jobID, after }, nowMs);
  }
  // The first sending was not answered, but what it asked for is in force.
  if (meanwhile !== undefined && holds(meanwhile, change)) {
    const settlement = { state: "reconciled", after: meanwhile, confirmedAt: nowMs } as const;
    return operations.settle(operationID, fromAny, settlement, nowMs);
  }
  const problem = problemOfWrite(result, requestID);
  if (result.outcome === "unknown") {
    return operations.settle(
      operationID,
      ["sent"],
      { state: "unknown", after: meanwhile, problem, dueAt: nowMs },
      nowMs,
    );
  }
  return operations.settle(operationID, fromAny, { state: "rejected", after: meanwhile, problem }, nowMs);
}

/** Looks whether an accepted change is in force. Where it is not, or cannot be seen, nothing is claimed. */
async function readBack(given: Change, accepted: StoredOperation): Promise<StoredOperation> {
  const { services } = given.context;
  try {
    const after = await readContract(given.reading, given.customerID);
    const nowMs = services.clock.now();
    const confirmedAt = holds(after, given.change) ? nowMs : undefined;
    const { operationID, jobID } = accepted;
    const settlement = { state: "accepted", jobID: jobID ?? undefined, after, confirmedAt } as const;
    return (await services.store.operations.settle(operationID, ["accepted"], settlement, nowMs)).operation;
  } catch {
    return accepted;
  }
}
