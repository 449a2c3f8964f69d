import type { HistoryMember } from "#lib/contract/values/customers/history-members.ts";
import { changedMembers, isSameText, type KnownState } from "./known-state.ts";
import { type HistoryState, intervalOf, type KnownCause, type ReadingTimes } from "./timeline.ts";

/** An operation of this console, as far as it may explain a state of its customer. */
export interface ExplainingOperation {
  operationID: string;
  createsCustomer: boolean;
  /** One of `operationStates`. */
  state: string;
  request: Record<string, unknown>;
  sentAt: number | null;
  settledAt: number | null;
  /** When a reading verified the effect. */
  confirmedAt: number | null;
}

/**
 * How long after an operation was settled or found in force a reading may still show the earlier value, because an API
 * answers from several copies of its data. In milliseconds.
 */
export const settlingMs = 60_000;

/** By how much the clocks of two replicas may differ, in milliseconds. */
const clockSkewMs = 5_000;

/** How long after it was sent an operation may still take effect, in milliseconds. */
const lateEffectMs = 7 * 24 * 60 * 60_000;

/** True if the operation may have changed something: it was sent, and the API has not rejected it. */
const mayHaveEffect = ({ state, sentAt }: ExplainingOperation) => sentAt !== null && state !== "rejected";

/** The value that a request asks for. Requests use the names of the API's members. */
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

/** When readings show the operation's effect for certain, if it has one. */
const isSettledAt = ({ settledAt, confirmedAt }: ExplainingOperation) =>
  Math.max(settledAt ?? Number.POSITIVE_INFINITY, confirmedAt ?? 0) + settlingMs;

/**
 * True if nobody knows whether the reading shows these members as they were before or after an operation on its
 * customer: the operation was not settled yet, or it asked for one of the members and an older copy may have answered.
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

/** True if the reading may still show these members as they were before an operation that began a state. */
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
 * Why a state follows another one. An operation explains a changed member if it asked for the new value, was sent before
 * the new state was seen, and was not already in force when a reading showed the earlier value: then somebody else
 * changed the value back. Late effects and lost answers are explained by this too. An operation explains one change
 * only, so `used` names those that explain an earlier state. If nothing explains one of the changed members, the state
 * was changed elsewhere, and the operations of the other members are named.
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
  /** True if a reading has shown the member's earlier value after the operation was in force. */
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
 * Why a customer's first state was seen. A customer that was created after the record of its environment began, and not
 * by an operation of this console, was created elsewhere.
 *
 * @param operations the console's creations of a customer with this ID or, while their customer is not known, this name
 * @param recordedSince when the record of the environment began, in milliseconds since 1970
 */
export function causeOfFirst(
  { state }: HistoryState,
  operations: readonly ExplainingOperation[],
  recordedSince: number,
): KnownCause {
  const createdAt = state.created === undefined ? Number.NaN : Date.parse(state.created);
  // The record forgets a deleted customer after some time. If the API does not say when the customer was deleted, the next
  // reading shows the customer as if nothing had been known of it.
  const isForgotten = state.deleted && state.deletedAt === undefined;
  const isOwn = operations.some((operation) => operation.createsCustomer && mayHaveEffect(operation));
  const isElsewhere = createdAt > recordedSince && !isOwn && !isForgotten;
  return { cause: isElsewhere ? "elsewhere" : "first", operationID: undefined, memberOperations: {} };
}
