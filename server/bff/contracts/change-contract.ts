import { randomUUID } from "node:crypto";
import { AppError } from "#lib/contract/app-error.ts";
import type { Contract } from "#lib/contract/customer.ts";
import type { Operation } from "#lib/contract/operation.ts";
import type { ChangeContract } from "#lib/contract/operation-requests.ts";
import { idKey } from "#lib/contract/resource-id.ts";
import type { ContractChange } from "#server/api-client/endpoints/change-contract.ts";
import type { WriteResult } from "#server/api-client/endpoints/write-result.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { problemOf, toAppError } from "#server/bff/core/problem.ts";
import { reportError } from "#server/bff/core/report-error.ts";
import type { FindContext } from "#server/bff/customers/scan-for-customer.ts";
import { operationAnswer } from "#server/bff/operations/operation-view.ts";
import { requestHash } from "#server/bff/operations/request-hash.ts";
import { callOfWrite, inFlightMs, keepResult, neverSent, problemOfWrite } from "#server/bff/operations/settle-write.ts";
import { type Lease, RunEnded } from "#server/bff/store/bulk/bulk-lease.ts";
import type { NewOperation, StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import { assertNoRunningJobs } from "./assert-no-running-jobs.ts";
import type { ContractServices } from "./contract-services.ts";
import { differences, matchesContract } from "./contract-values.ts";
import { readContract } from "./read-contract.ts";

/** Who changes it, as an editor's request tells or a bulk change has kept it. */
export interface ChangeContext extends ApiContext<ContractServices> {
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
  operationID: string;
  /** Of the run that sends it: without it in force nothing is kept and nothing is sent. */
  lease: Lease & { isInForce(): boolean };
}

/**
 * Changes a contract: kept in the store, held back while a job runs on the customer (but for one that seems
 * stuck or cannot be read, and that the sender names), read, compared with what the person saw, sent, read back.
 * The API has no conditional change, so here two changes of one customer's contract come after each
 * other; while one is under way on another replica, a second is refused. Throws RunEnded where the run
 * of a bulk change has lost its lease before it could send.
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
  const answer = operationAnswer(settled);
  context.answerWith(answer.operation.outcome === "done" ? 200 : 202);
  return answer;
}

async function recordAndChange(given: Change, input: ChangeContract): Promise<StoredOperation> {
  const { context, customerID, expected, bulk } = given;
  const { services, environment, session } = context;
  const { staffID, email } = session.staff;
  const nowMs = services.clock.now();
  const change: NewOperation = {
    operationID: bulk?.operationID ?? randomUUID(),
    bulkID: bulk?.lease.bulkID,
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
  const recorded = await services.store.operations.recordChange(change, nowMs, bulk?.lease);
  if (!recorded) throw new RunEnded();
  const { operation, underWay } = recorded;
  if (underWay) return refuse(given, operation, changeUnderWay(underWay));
  let before: Contract;
  try {
    await assertNoRunningJobs(context, customerID, given.reading, input.overrideJobIDs ?? []);
    before = await readContract(given.reading, customerID);
  } catch (thrown) {
    return refuse(given, operation, toAppError(thrown));
  }
  if (expected !== undefined && !matchesContract(before, expected)) {
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
    `Another change of this contract is running, started by ${actor.email}. Check it again in a moment.`,
  );
}

function contractChanged(contract: Contract, expected: NonNullable<ChangeContract["expected"]>): AppError {
  return new AppError("contract_changed", "The contract was changed after you opened it. Review it and try again.", {
    errors: differences(contract, expected),
  });
}

async function send(given: Change, recorded: StoredOperation, before: Contract): Promise<StoredOperation> {
  const { context, customerID, change, bulk } = given;
  const { services, requestID } = context;
  const { clock, store, reconciler } = services;
  const { client, call } = given.reading;
  const { operationID } = recorded;
  const sentAt = clock.now();
  const mark = { before, dueAt: sentAt + inFlightMs, lease: bulk?.lease };
  const sent = await store.operations.markSent(operationID, mark, sentAt);
  if (!sent.isMine && sent.operation.state === "recorded") throw new RunEnded();
  if (!sent.isMine) return sent.operation;
  /** What a reading before a repeat has shown, where it forbids the repeat. */
  let meanwhile: Contract | undefined;
  const beforeRepeat = async () => {
    const now = await readContract(given.reading, customerID);
    const seen = "term" in change ? { term: before.term } : { plan: before.plan };
    if (matchesContract(now, seen) && !matchesContract(now, change)) return;
    meanwhile = now;
    throw contractChanged(now, seen);
  };
  // A process may stand still between the mark and the sending, or wait for its turn at the API.
  const beforeSend = () => {
    if (bulk && !bulk.lease.isInForce()) throw neverSent();
  };
  const result = await client.changeContract(customerID, change, { before: beforeRepeat, beforeSend }, call);
  const settled = await keepResult(services, sent.operation, requestID, () =>
    settle(given, sent.operation, result, meanwhile),
  );
  if (settled.state === "unknown") reconciler.wake();
  return settled.state === "accepted" ? verifyChange(given, settled) : settled;
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
  if (meanwhile !== undefined && matchesContract(meanwhile, change)) {
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
async function verifyChange(given: Change, accepted: StoredOperation): Promise<StoredOperation> {
  const { services } = given.context;
  try {
    const after = await readContract(given.reading, given.customerID);
    const nowMs = services.clock.now();
    const confirmedAt = matchesContract(after, given.change) ? nowMs : undefined;
    const { operationID, jobID } = accepted;
    const settlement = { state: "accepted", jobID: jobID ?? undefined, after, confirmedAt } as const;
    return (await services.store.operations.settle(operationID, ["accepted"], settlement, nowMs)).operation;
  } catch {
    return accepted;
  }
}
