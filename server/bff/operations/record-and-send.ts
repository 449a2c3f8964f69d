import { randomUUID } from "node:crypto";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { describeKind, type OperationKindName } from "#lib/operation-kinds/operation-kinds.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import { findHold, holdError } from "#server/bff/change-limits/held-back.ts";
import { problemOf, toAppError } from "#server/bff/core/answers/problem.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { describeCause, reportError } from "#server/bff/core/log/report-error.ts";
import type { FreezeBlock } from "#server/bff/store/freezes/freezes.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import type {
  NewOperation,
  OperationSource,
  StoredOperation,
  Transition,
} from "#server/bff/store/operations/operation-rows.ts";
import { type Lease, RunEnded } from "#server/bff/store/runs/lease.ts";
import type { AnyOperationKind, PreSendCheck, SendContext, SendOutcome } from "./operation-kind.ts";
import type { OperationServices } from "./operation-services.ts";
import { requestHash } from "./request-hash.ts";
import { callOfWrite, maxInFlightMs, notSentError, problemOfWrite, storeResult } from "./settle-write.ts";
import { permissionLost } from "./still-permitted.ts";

/**
 * The context of a write, with its author. The author sends the request, or is stored with a bulk change or planned
 * change.
 */
export interface WriteContext extends ApiContext<OperationServices> {
  session: { staff: { staffID: string; email: string } };
  /** Set for background writes, which wait until people's requests are sent. `caller` is the name in the queue. */
  background?: { caller: string };
}

/** The bulk change or import that a write belongs to, and the ID that was assigned to the write. */
export interface BulkLink {
  operationID: string;
  /** The lease of the run. Without a valid lease, nothing is stored and nothing is sent. */
  lease: Lease & { isInForce(): boolean };
}

/** The step of a planned change that a write belongs to, and the ID that was assigned to the write. */
export interface PlannedLink {
  operationID: string;
  plannedChangeID: string;
  stepID: string;
  /** `record` is checked in the transaction that records the write, `mark` in the transaction that marks it as sent. */
  guards: { record: WriteGuard; mark: WriteGuard };
  /** Whether the step applies the change or reverts it. Some freezes stop only one of them. */
  use: "apply" | "revert";
  /** False as soon as the step's latest time has passed, by the clocks of this process. */
  isInForce(): boolean;
}

/** Thrown if the step of a planned change may not begin. Nothing was stored and nothing is sent. */
export class StepNotClaimed extends Error {
  override readonly name = "StepNotClaimed";
}

/** The data of a new write. The operation kind has the data that all writes of a kind have in common. */
export interface NewWrite extends Pick<NewOperation, "request" | "againOf" | "reference"> {
  kind: OperationKindName;
  idempotencyKey?: string;
  matchKey?: string;
  customerID?: string;
  /** The customer's name, if it is known before the customer is read. */
  companyName?: string | undefined;
  bulk?: BulkLink | undefined;
  planned?: PlannedLink | undefined;
  /**
   * Records the write in the store. `isMine` is false if the same write was started before. `refusal` is set if the
   * write is stored but must not be sent. If `record` throws, nothing is stored and the client gets the error.
   */
  record(operation: NewOperation): Promise<Transition & { refusal?: AppError | undefined }>;
  /**
   * Called if a freeze or the change limit stops the write after it was recorded, before its refusal is stored. Undoes
   * what was stored with the record, for example a decision that can be carried out later.
   */
  onHeldBack?: ((operationID: string) => Promise<unknown>) | undefined;
}

interface Writing {
  context: WriteContext;
  kind: AnyOperationKind;
  bulk: BulkLink | undefined;
  planned: PlannedLink | undefined;
  onHeldBack: NewWrite["onHeldBack"];
  sending: SendContext;
  /** The next known freeze. It begins at `fromMs` by the monotonic clock. From then on, nothing is sent. */
  nextFreeze: { fromMs: number; block: FreezeBlock } | undefined;
}

/**
 * Performs a write: records, checks and sends it, and stores its result. If the kind allows it, the effect is verified
 * too. A write whose author has lost the permission in the meantime is not sent. If the process ends before the result
 * is stored, the reconciler finds the recorded write. Throws RunEnded if the write belongs to a bulk change or import
 * whose run has lost its lease before sending.
 */
export async function recordAndSend(context: WriteContext, write: NewWrite): Promise<StoredOperation> {
  const { services, environment, session } = context;
  const kind = services.operationKinds.get(write.kind);
  if (!kind) throw new Error(`There is no kind of operation named ${write.kind}`);
  const { bulk, planned, request, againOf, reference } = write;
  const { staffID, email } = session.staff;
  const operationID = bulk?.operationID ?? planned?.operationID ?? randomUUID();
  const { client, call } = callOfWrite(context);
  const sending: SendContext = {
    environment,
    client,
    call: { ...call, operationID },
    // The author was checked when the write was marked. A write that then waits, for example in the queue of the API
    // client or for its connection, is checked again. A write that is sent at once needs no further read.
    async afterWait() {
      const lost = await authorLost(writing);
      // The row of a bulk change is sent when another person continues the bulk change.
      if (lost) throw bulk ? new AppError("not_sent", lost.message) : lost;
    },
    // The lease, the step's latest time and the beginning of the next freeze are checked again, because time may have
    // passed since the write was marked. The process may have been suspended, or the write may have waited in the queue
    // of the API client.
    beforeSend() {
      const { nextFreeze } = writing;
      const isFrozen = nextFreeze !== undefined && services.clock.monotonic() >= nextFreeze.fromMs;
      const frozen = isFrozen ? holdError(services, environment, { block: nextFreeze.block }) : undefined;
      if (frozen) throw frozen;
      if (bulk && !bulk.lease.isInForce()) throw notSentError();
      if (planned && !planned.isInForce()) throw notSentError();
    },
  };
  const { onHeldBack } = write;
  const writing: Writing = {
    context,
    kind,
    bulk,
    planned,
    onHeldBack,
    sending,
    nextFreeze: undefined,
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
  const checked = refusal ? { refusal } : await check(writing, operation);
  return checked.refusal ? refuse(context, operation, checked.refusal, checked) : send(writing, operation, checked);
}

/**
 * Why the author of a write may no longer make it. Undefined if the author still may, or for the end of a temporary
 * change, which must not depend on the permission of a person.
 */
async function authorLost(
  { context, kind, planned }: Pick<Writing, "context" | "kind" | "planned">,
  on?: Parameters<WriteGuard>[0],
): Promise<AppError | undefined> {
  const permission = describeKind(kind.kind)?.permission;
  if (!permission || planned?.use === "revert") return undefined;
  return permissionLost(context, permission, on);
}

function sourceOf({ requestID, address, requestHeaders }: WriteContext): OperationSource {
  const userAgent = requestHeaders?.get("user-agent");
  return { requestID, ...(address && { address }), ...(userAgent && { userAgent }) };
}

async function check(writing: Writing, recorded: StoredOperation): Promise<PreSendCheck> {
  const { context, kind, planned, sending } = writing;
  const { environment, customerID, actor, operationID } = recorded;
  // The freezes and the change limit are checked again when the write is marked as sent. This first check saves
  // calls to the API.
  const write = { environment, staffID: actor.staffID, customerID, use: planned?.use ?? "write" } as const;
  const held = await findHold(context.services, write);
  if (held) {
    await writing.onHeldBack?.(operationID);
    return { refusal: held };
  }
  try {
    return (await kind.check?.({ ...sending, call: untilClosing(writing) }, recorded)) ?? {};
  } catch (thrown) {
    return { refusal: toAppError(thrown) };
  }
}

/** Stores the reason for a write that was not sent. */
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

/** The call context for work that another process can continue after this console has closed. */
const untilClosing = ({ context, sending }: Writing): CallContext => ({
  ...sending.call,
  signal: context.services.closing,
});

/**
 * Sends a write that is marked as sent. If the console closes while the write is still queued, the write is not sent.
 * Once its first byte is sent, the request gets its full time, because the outcome of an aborted request is unknown.
 *
 * A write of a planned change is sent even if the console closes. Once marked, such a write could be sent again only
 * after a person's review.
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
  const markingMs = clock.monotonic();
  const sentAt = clock.now();
  let lost: AppError | undefined;
  const requireActor: WriteGuard = async (on) => {
    lost = await authorLost(writing, on);
    return lost === undefined;
  };
  // The rows of a run and the steps of a planned change have checks of their own.
  const holds = { lease: bulk?.lease, guard: planned?.guards.mark ?? (bulk ? undefined : requireActor) };
  const mark = {
    ...(before && { before }),
    companyName,
    dueAt: sentAt + maxInFlightMs(context.services),
    suspendsPlannedChanges: kind.suspendsPlannedChanges,
    use: planned?.use,
    ...holds,
  };
  const marked = await store.operations.markSent(recorded.operationID, mark, sentAt);
  const isHeldBack = !marked.isMine && marked.operation.state === "recorded";
  const held = isHeldBack ? holdError(context.services, recorded.environment, marked) : undefined;
  if (held) {
    await writing.onHeldBack?.(recorded.operationID);
    return refuse(context, marked.operation, held, checked);
  }
  if (isHeldBack && !bulk) return refuse(context, marked.operation, lost ?? notSentError(), checked);
  if (isHeldBack) throw new RunEnded();
  if (!marked.isMine) return marked.operation;
  const { nextFreeze } = marked;
  if (nextFreeze) writing.nextFreeze = { fromMs: markingMs + nextFreeze.inMs, block: nextFreeze.block };
  const sent = await sendMarked(writing, marked.operation);
  const { result } = sent;
  const isFrozen = result.outcome === "not-sent" && result.error.code === "frozen";
  const settled = await storeResult(context.services, marked.operation, context.requestID, async () => {
    if (isFrozen) await writing.onHeldBack?.(recorded.operationID);
    return settle(writing, marked.operation, sent);
  });
  if (settled.state === "unknown") reconciler.wake();
  if (kind.supersedes && (settled.state === "accepted" || settled.state === "reconciled")) {
    // Decides about earlier writes whose effect this write hides. If this fails, the verifier decides about them when
    // it next reads them.
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
  // The API did not answer the first request, but reading showed that the change has taken effect.
  if (meanwhile?.isInForce) {
    const settlement = { state: "reconciled", after, confirmedAt: nowMs, isDoneWithoutJob } as const;
    return operations.settle(operationID, fromAny, settlement, nowMs);
  }
  const problem = problemOfWrite(result, requestID);
  return result.outcome === "unknown"
    ? operations.settle(operationID, ["sent"], { state: "unknown", after, problem, dueAt: nowMs }, nowMs)
    : operations.settle(operationID, fromAny, { state: "rejected", after, problem }, nowMs);
}

/**
 * Reads whether an accepted write has taken effect. If the API's answer does not show the effect, the write remains
 * unverified.
 */
async function verify(writing: Writing, accepted: StoredOperation): Promise<StoredOperation> {
  const { context, kind, sending } = writing;
  // A new customer is rarely listed immediately. So the verifier reads the list later.
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
