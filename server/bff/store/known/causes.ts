import type { HistoryMember } from "#lib/contract/values/customers/history-members.ts";
import { changedMembers, isSameText, type KnownState } from "./known-state.ts";
import { type HistoryState, intervalOf, type KnownCause, type ReadingTimes } from "./timeline.ts";

/** An operation of this console that may explain a state of its customer. */
export interface ExplainingOperation {
  operationID: string;
  createsCustomer: boolean;
  /** One of `operationStates`. */
  state: string;
  request: Record<string, unknown>;
  sentAt: number | null;
  settledAt: number | null;
  /** When an answer of the API verified the effect of the operation. */
  confirmedAt: number | null;
}

/**
 * How long an API answer may still show the earlier value after an operation was settled or verified, in milliseconds.
 * An API may answer from several copies of its data.
 */
export const settlingMs = 60_000;

/** The maximum difference between the clocks of two replicas, in milliseconds. */
const clockSkewMs = 5_000;

/** How long an operation may still take effect after it was sent, in milliseconds. */
const lateEffectMs = 7 * 24 * 60 * 60_000;

/** True if the operation may have changed something: it was sent, and the API has not rejected it. */
const mayHaveEffect = ({ state, sentAt }: ExplainingOperation) => sentAt !== null && state !== "rejected";

/** The value of the member in the request of an operation. Requests use the names of the API's members. */
function requested({ request }: ExplainingOperation, member: HistoryMember): unknown {
  if (member !== "email") return request[member];
  const { adminUser } = request;
  return typeof adminUser === "object" && adminUser !== null && "email" in adminUser ? adminUser.email : undefined;
}

function asksFor(operation: ExplainingOperation, member: HistoryMember, state: KnownState): boolean {
  const [wanted, value] = [requested(operation, member), state[member]];
  if (wanted === undefined || value === undefined) return false;
  return typeof wanted === "string" && typeof value === "string" ? isSameText(member, wanted, value) : wanted === value;
}

/** The time from which every API answer shows the operation's effect, if the operation has an effect. */
const isSettledAt = ({ settledAt, confirmedAt }: ExplainingOperation) =>
  Math.max(settledAt ?? Number.POSITIVE_INFINITY, confirmedAt ?? 0) + settlingMs;

/**
 * True if nobody knows whether a reading shows these members as they were before or after an operation. This is the
 * case if the operation was not settled yet when the reading was requested. It is also the case shortly after the
 * operation was settled or verified, if the operation asked for one of the members. At that time, an older copy of the
 * API's data may have answered.
 */
export const overlapsOperation = (
  { sentAt, answeredAt }: ReadingTimes,
  operations: readonly ExplainingOperation[],
  members: readonly HistoryMember[],
): boolean =>
  operations.some((operation) => {
    if (!mayHaveEffect(operation) || (operation.sentAt as number) > answeredAt) return false;
    if (operation.settledAt === null || operation.settledAt >= sentAt) return true;
    return isSettledAt(operation) >= sentAt && members.some((member) => requested(operation, member) !== undefined);
  });

/**
 * True if an operation explains the state, and the reading may still show these members as they were before this
 * operation. `before` is the state before the explained state.
 */
export const overlapsEffect = (
  { sentAt }: ReadingTimes,
  before: HistoryState | undefined,
  { cause, since, state }: HistoryState,
  members: readonly HistoryMember[],
): boolean =>
  cause === "operation" &&
  sentAt < since.answeredAt + settlingMs &&
  (before === undefined || changedMembers(before.state, state).some((member) => members.includes(member)));

/**
 * Finds why a state follows an earlier state. An operation explains a changed member if it meets three conditions:
 * - It asked for the new value.
 * - It was sent before the new value was read.
 * - It was not yet verified when the earlier value was last read. Otherwise, somebody else has changed the value back.
 * These conditions also cover late effects and lost answers. An operation explains only one change, so operations in
 * `used` explain no further change. If at least one changed member has no explanation, the cause is `elsewhere`. The
 * result still names the operations that explain the other changed members.
 */
export function causeOf(
  before: HistoryState,
  after: HistoryState,
  operations: readonly ExplainingOperation[],
  used: ReadonlySet<string>,
): KnownCause {
  const explaining = operations.filter(
    (operation) =>
      mayHaveEffect(operation) &&
      !used.has(operation.operationID) &&
      (operation.sentAt as number) - clockSkewMs <= after.since.answeredAt &&
      (operation.sentAt as number) + lateEffectMs >= before.until.sentAt,
  );
  /** True if the API showed the member's earlier value after the operation was verified. */
  const isOver = ({ confirmedAt }: ExplainingOperation, member: HistoryMember) =>
    confirmedAt !== null && confirmedAt + settlingMs <= intervalOf(before, member).until.sentAt;
  const changed = changedMembers(before.state, after.state);
  const operationIDs: KnownCause["memberOperations"] = {};
  for (const member of changed) {
    const operation = explaining.find(
      (candidate) => asksFor(candidate, member, after.state) && !isOver(candidate, member),
    );
    if (operation) operationIDs[member] = operation.operationID;
  }
  const isElsewhere = changed.some((member) => operationIDs[member] === undefined);
  const [operationID] = Object.values(operationIDs);
  const isSingle = !isElsewhere && Object.values(operationIDs).every((id) => id === operationID);
  return {
    cause: isElsewhere ? "elsewhere" : "operation",
    operationID,
    memberOperations: isSingle ? {} : operationIDs,
  };
}

/**
 * Finds why a customer appeared for the first time. The cause is `elsewhere` if two conditions are met: the customer
 * was created after the store of known customers began for this environment, and no operation of this console created
 * it.
 *
 * @param operations the console's creations of this customer, and creations with the same name whose customer is not
 * known yet
 * @param recordedSince when the store of known customers began for this environment, in milliseconds since 1970
 */
export function causeOfFirst(
  { state }: HistoryState,
  operations: readonly ExplainingOperation[],
  recordedSince: number,
): KnownCause {
  const createdAt = state.created === undefined ? Number.NaN : Date.parse(state.created);
  // The store removes a deleted customer after some time. If the API then returns this customer without a time of
  // deletion, the customer looks new. Such a customer does not count as created elsewhere.
  const isForgotten = state.deleted && state.deletedAt === undefined;
  const isOwn = operations.some((operation) => operation.createsCustomer && mayHaveEffect(operation));
  const isElsewhere = createdAt > recordedSince && !isOwn && !isForgotten;
  return { cause: isElsewhere ? "elsewhere" : "first", operationID: undefined, memberOperations: {} };
}
