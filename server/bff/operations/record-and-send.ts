import { randomUUID } from "node:crypto";
import type { AppError } from "#lib/contract/app-error.ts";
import type { Contract } from "#lib/contract/customer.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { problemOf, toAppError } from "#server/bff/core/problem.ts";
import { reportError } from "#server/bff/core/report-error.ts";
import { type Lease, RunEnded } from "#server/bff/store/bulk/bulk-lease.ts";
import type { Moved, NewOperation, StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { Checked, OperationKind, SendContext, Sent } from "./operation-kind.ts";
import type { OperationServices } from "./operation-services.ts";
import { requestHash } from "./request-hash.ts";
import { callOfWrite, inFlightMs, keepResult, neverSent, problemOfWrite } from "./settle-write.ts";

/** Who writes, as an editor's request tells or a bulk change has kept it. */
export interface WriteContext extends ApiContext<OperationServices> {
  session: { staff: { staffID: string; email: string } };
}

/** The bulk change that a write belongs to, which has given it its ID beforehand. */
export interface BulkLink {
  operationID: string;
  /** Of the run that sends it: without it in force nothing is kept and nothing is sent. */
  lease: Lease & { isInForce(): boolean };
}

/** A write that is to be begun: what differs from one to the next. Its kind says what differs between kinds. */
export interface NewWrite extends Pick<NewOperation, "kind" | "request" | "againOf"> {
  idempotencyKey?: string;
  matchKey?: string;
  customerID?: string;
  bulk?: BulkLink | undefined;
  /**
   * Keeps it in the store: `isMine` is false where it was begun before, and `refusal` says why it is kept but not
   * to be sent. What it throws is the answer, and nothing is kept.
   */
  record(operation: NewOperation): Promise<Moved & { refusal?: AppError | undefined }>;
}

interface Writing {
  context: WriteContext;
  kind: OperationKind;
  bulk: BulkLink | undefined;
  sending: SendContext;
}

/**
 * The way of every write: kept in the store, checked, marked as sent, sent, its result kept, and verified where its
 * kind can be. Whoever dies on the way leaves a record that the reconciler finds. Throws RunEnded where the run of
 * a bulk change has lost its lease before it could send.
 */
export async function recordAndSend(context: WriteContext, write: NewWrite): Promise<StoredOperation> {
  const { services, environment, session } = context;
  const kind = services.operationKinds.get(write.kind);
  if (!kind) throw new Error(`There is no kind of operation named ${write.kind}`);
  const { bulk, request, againOf } = write;
  const { staffID, email } = session.staff;
  const sending = {
    ...{ environment, ...callOfWrite(context) },
    // A process may stand still between the mark and the sending, or wait for its turn at the API.
    beforeSend() {
      if (bulk && !bulk.lease.isInForce()) throw neverSent();
    },
  };
  const nowMs = services.clock.now();
  const { operation, isMine, refusal } = await write.record({
    operationID: bulk?.operationID ?? randomUUID(),
    bulkID: bulk?.lease.bulkID,
    kind: write.kind,
    environment,
    actor: { staffID, email },
    request,
    idempotencyKey: write.idempotencyKey ?? null,
    bodyHash: requestHash(request),
    matchKey: write.matchKey ?? null,
    customerID: write.customerID ?? null,
    createdAt: nowMs,
    dueAt: nowMs + inFlightMs,
    againOf,
  });
  if (!isMine) return operation;
  const writing = { context, kind, bulk, sending };
  const checked = refusal ? { refusal } : await check(writing, operation);
  return checked.refusal
    ? refuse(context, operation, checked.refusal, checked.before)
    : send(writing, operation, checked);
}

async function check({ kind, sending }: Writing, recorded: StoredOperation): Promise<Checked> {
  try {
    return (await kind.check?.(sending, recorded)) ?? {};
  } catch (thrown) {
    return { refusal: toAppError(thrown) };
  }
}

/** Settles a write of which nothing was sent. */
async function refuse(
  { services, requestID }: WriteContext,
  { operationID }: StoredOperation,
  error: AppError,
  before: Contract | undefined,
): Promise<StoredOperation> {
  reportError(services.log, error, { requestID, route: undefined });
  const problem = problemOf(error, requestID);
  const detail = `${problem.detail} Nothing was sent and nothing was changed.`;
  const settlement = { state: "rejected", before, problem: { ...problem, detail } } as const;
  return (await services.store.operations.settle(operationID, ["recorded"], settlement, services.clock.now()))
    .operation;
}

async function send(writing: Writing, recorded: StoredOperation, { before }: Checked): Promise<StoredOperation> {
  const { context, kind, bulk, sending } = writing;
  const { clock, store, reconciler } = context.services;
  const sentAt = clock.now();
  const mark = { ...(before && { before }), dueAt: sentAt + inFlightMs, lease: bulk?.lease };
  const marked = await store.operations.markSent(recorded.operationID, mark, sentAt);
  if (!marked.isMine && marked.operation.state === "recorded") throw new RunEnded();
  if (!marked.isMine) return marked.operation;
  const sent = await kind.send(sending, marked.operation);
  const settled = await keepResult(context.services, marked.operation, context.requestID, () =>
    settle(writing, marked.operation, sent),
  );
  if (settled.state === "unknown") reconciler.wake();
  return settled.state === "accepted" ? verify(writing, settled) : settled;
}

function settle({ context, kind }: Writing, { operationID }: StoredOperation, { result, meanwhile }: Sent) {
  const { services, requestID } = context;
  const { operations } = services.store;
  const nowMs = services.clock.now();
  const { isDoneWithoutJob } = kind;
  const fromAny = ["sent", "unknown"] as const;
  if (result.outcome === "accepted") {
    const { customerID, jobID, contract: after } = result.value;
    const settlement = { state: "accepted", customerID, jobID, after, isDoneWithoutJob } as const;
    return operations.settle(operationID, fromAny, settlement, nowMs);
  }
  const after = meanwhile?.contract;
  // The first sending was not answered, but what it asked for is in force.
  if (meanwhile?.isInForce) {
    const settlement = { state: "reconciled", after, confirmedAt: nowMs, isDoneWithoutJob } as const;
    return operations.settle(operationID, fromAny, settlement, nowMs);
  }
  const problem = problemOfWrite(result, requestID);
  return result.outcome === "unknown"
    ? operations.settle(operationID, ["sent"], { state: "unknown", after, problem, dueAt: nowMs }, nowMs)
    : operations.settle(operationID, fromAny, { state: "rejected", after, problem }, nowMs);
}

/** Looks whether an accepted write is in force. Where it is not, or cannot be seen, nothing is claimed. */
async function verify({ context, kind, sending }: Writing, accepted: StoredOperation): Promise<StoredOperation> {
  if (!kind.verify) return accepted;
  const { store, clock } = context.services;
  try {
    const { contract: after, isInForce } = await kind.verify(sending, accepted);
    const nowMs = clock.now();
    const { operationID, jobID } = accepted;
    const confirmedAt = isInForce ? nowMs : undefined;
    const settlement = { state: "accepted", jobID: jobID ?? undefined, after, confirmedAt } as const;
    return (await store.operations.settle(operationID, ["accepted"], settlement, nowMs)).operation;
  } catch {
    return accepted;
  }
}
