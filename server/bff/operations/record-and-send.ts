import { randomUUID } from "node:crypto";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import { problemOf, toAppError } from "#server/bff/core/answers/problem.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { describeCause, reportError } from "#server/bff/core/log/report-error.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import type {
  NewOperation,
  OperationSource,
  StoredOperation,
  Transition,
} from "#server/bff/store/operations/operation-rows.ts";
import { type Lease, RunEnded } from "#server/bff/store/runs/lease.ts";
import type { OperationKind, PreSendCheck, SendContext, SendOutcome } from "./operation-kind.ts";
import type { OperationServices } from "./operation-services.ts";
import { requestHash } from "./request-hash.ts";
import { callOfWrite, maxInFlightMs, notSentError, problemOfWrite, storeResult } from "./settle-write.ts";

/** Who writes, as an editor's request tells or a bulk change has kept it. */
export interface WriteContext extends ApiContext<OperationServices> {
  session: { staff: { staffID: string; email: string } };
  /** Of what waits behind everything that people do at the same time: whose turn it is then. */
  background?: { caller: string };
}

/** The bulk change or the import that a write belongs to, which has given it its ID beforehand. */
export interface BulkLink {
  operationID: string;
  /** Of the run that sends it: without it in force nothing is kept and nothing is sent. */
  lease: Lease & { isInForce(): boolean };
}

/** The step of a planned change that a write belongs to, which has given it its ID beforehand. */
export interface PlannedLink {
  operationID: string;
  plannedChangeID: string;
  stepID: string;
  /** Checked in the transactions that record it and that mark it as sent. */
  guards: { record: WriteGuard; mark: WriteGuard };
  /** False from its latest time on, by the clocks of this process. */
  isInForce(): boolean;
}

/** Thrown where the step of a planned change may not begin: nothing was kept and nothing is sent. */
export class StepNotClaimed extends Error {
  override readonly name = "StepNotClaimed";
}

/** A write to start: what differs from one write to the next. Its kind says what differs between kinds. */
export interface NewWrite extends Pick<NewOperation, "kind" | "request" | "againOf" | "reference"> {
  idempotencyKey?: string;
  matchKey?: string;
  customerID?: string;
  /** The customer's name, as far as it is known before anything is read. */
  companyName?: string | undefined;
  bulk?: BulkLink | undefined;
  planned?: PlannedLink | undefined;
  /**
   * Records it in the store: `isMine` is false where it was started before, and `refusal` says why it is kept but not
   * to be sent. What it throws is the answer, and nothing is kept.
   */
  record(operation: NewOperation): Promise<Transition & { refusal?: AppError | undefined }>;
}

interface Writing {
  context: WriteContext;
  kind: OperationKind;
  bulk: BulkLink | undefined;
  planned: PlannedLink | undefined;
  sending: SendContext;
}

/**
 * The way of every write: kept in the store, checked, marked as sent, sent, its result kept, and verified where its
 * kind can be. A process that ends on the way leaves a record that the reconciler finds. Throws RunEnded where the run of
 * a bulk change has lost its lease before it could send.
 */
export async function recordAndSend(context: WriteContext, write: NewWrite): Promise<StoredOperation> {
  const { services, environment, session } = context;
  const kind = services.operationKinds.get(write.kind);
  if (!kind) throw new Error(`There is no kind of operation named ${write.kind}`);
  const { bulk, planned, request, againOf, reference } = write;
  const { staffID, email } = session.staff;
  const operationID = bulk?.operationID ?? planned?.operationID ?? randomUUID();
  const { client, call } = callOfWrite(context);
  const sending = {
    environment,
    client,
    call: { ...call, operationID },
    // A process may stand still between the mark and the sending, or wait for its turn at the API.
    beforeSend() {
      if (bulk && !bulk.lease.isInForce()) throw notSentError();
      if (planned && !planned.isInForce()) throw notSentError();
    },
  };
  const nowMs = services.clock.now();
  const { operation, isMine, refusal } = await write.record({
    operationID,
    bulkID: bulk?.lease.runID,
    kind: write.kind,
    verifiesEffect: kind.verify !== undefined,
    createsCustomer: kind.createsCustomer === true,
    environment,
    actor: { staffID, email },
    request,
    idempotencyKey: write.idempotencyKey ?? null,
    bodyHash: requestHash(request),
    matchKey: write.matchKey ?? null,
    customerID: write.customerID ?? null,
    companyName: write.companyName,
    createdAt: nowMs,
    dueAt: nowMs + maxInFlightMs(context.services),
    againOf,
    reference,
    source: sourceOf(context),
  });
  if (!isMine) return operation;
  const writing = { context, kind, bulk, planned, sending };
  const checked = refusal ? { refusal } : await check(writing, operation);
  return checked.refusal ? refuse(context, operation, checked.refusal, checked) : send(writing, operation, checked);
}

function sourceOf({ requestID, address, requestHeaders }: WriteContext): OperationSource {
  const userAgent = requestHeaders?.get("user-agent");
  return { requestID, ...(address && { address }), ...(userAgent && { userAgent }) };
}

async function check(writing: Writing, recorded: StoredOperation): Promise<PreSendCheck> {
  const { kind, sending } = writing;
  try {
    return (await kind.check?.({ ...sending, call: untilClosing(writing) }, recorded)) ?? {};
  } catch (thrown) {
    return { refusal: toAppError(thrown) };
  }
}

/** Settles a write of which nothing was sent. */
async function refuse(
  { services, requestID }: WriteContext,
  { operationID }: StoredOperation,
  error: AppError,
  { before, companyName }: PreSendCheck,
): Promise<StoredOperation> {
  reportError(services.log, error, { requestID, route: undefined });
  const problem = problemOf(error, requestID);
  const detail = `${problem.detail} Nothing was sent and nothing was changed.`;
  const settlement = { state: "rejected", before, companyName, problem: { ...problem, detail } } as const;
  return (await services.store.operations.settle(operationID, ["recorded"], settlement, services.clock.now()))
    .operation;
}

/** The call of a write for what the console leaves to another process when it closes. */
const untilClosing = ({ context, sending }: Writing): CallContext => ({
  ...sending.call,
  signal: context.services.closing,
});

/**
 * Sends what is marked as sent. While it waits for its turn at the API the console may close: then it is not sent.
 * From its first byte on it has its time, because what is cut off then has an unknown outcome. A planned change has its
 * time from its mark on: what was marked once is sent again only when a person has reviewed it.
 */
async function sendMarked({ context, kind, planned, sending }: Writing, marked: StoredOperation): Promise<SendOutcome> {
  if (planned) return kind.send(sending, marked);
  const { closing } = context.services;
  const waiting = new AbortController();
  const onClosing = () => waiting.abort(closing.reason);
  const stopWaiting = () => closing.removeEventListener("abort", onClosing);
  closing.addEventListener("abort", onClosing);
  if (closing.aborted) onClosing();
  const beforeSend = () => {
    sending.beforeSend();
    stopWaiting();
  };
  try {
    return await kind.send({ ...sending, call: { ...sending.call, signal: waiting.signal }, beforeSend }, marked);
  } finally {
    stopWaiting();
  }
}

async function send(writing: Writing, recorded: StoredOperation, checked: PreSendCheck): Promise<StoredOperation> {
  const { before, companyName } = checked;
  const { context, kind, bulk, planned } = writing;
  const { clock, store, reconciler } = context.services;
  const sentAt = clock.now();
  const holds = { lease: bulk?.lease, guard: planned?.guards.mark };
  const mark = { ...(before && { before }), companyName, dueAt: sentAt + maxInFlightMs(context.services), ...holds };
  const marked = await store.operations.markSent(recorded.operationID, mark, sentAt);
  const isHeldBack = !marked.isMine && marked.operation.state === "recorded";
  if (isHeldBack && planned) return refuse(context, marked.operation, notSentError(), checked);
  if (isHeldBack) throw new RunEnded();
  if (!marked.isMine) return marked.operation;
  const sent = await sendMarked(writing, marked.operation);
  const settled = await storeResult(context.services, marked.operation, context.requestID, () =>
    settle(writing, marked.operation, sent),
  );
  if (settled.state === "unknown") reconciler.wake();
  if (kind.supersedes && (settled.state === "accepted" || settled.state === "reconciled")) {
    // Where this fails, the verifier finds it out at the next reading of the earlier one.
    await store.effects.decideEarlier(settled, clock.now()).catch((error) => {
      context.services.log.warn({ error: describeCause(error) }, "earlier changes of the customer are decided later");
    });
  }
  return settled.state === "accepted" ? verify(writing, settled) : settled;
}

function settle({ context, kind }: Writing, { operationID }: StoredOperation, { result, meanwhile }: SendOutcome) {
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
  // The first request was not answered, but the change is in force.
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
async function verify(writing: Writing, accepted: StoredOperation): Promise<StoredOperation> {
  const { context, kind, sending } = writing;
  // A customer is hardly ever listed at once: the verifier reads it.
  if (!kind.verify || kind.createsCustomer) return accepted;
  const { store, clock } = context.services;
  try {
    const { contract: after, isInForce } = await kind.verify({ ...sending, call: untilClosing(writing) }, accepted);
    const nowMs = clock.now();
    const { operationID, jobID } = accepted;
    const confirmedAt = isInForce ? nowMs : undefined;
    const settlement = { state: "accepted", jobID: jobID ?? undefined, after, confirmedAt } as const;
    return (await store.operations.settle(operationID, ["accepted"], settlement, nowMs)).operation;
  } catch {
    return accepted;
  }
}
