import { type HistoryMember, historyMembers } from "#lib/contract/values/customers/history-members.ts";
import { causeOf, causeOfFirst, type ExplainingOperation, overlapsEffect, overlapsOperation } from "./causes.ts";
import { changedMembers } from "./known-state.ts";
import { addSeenState, type HistoryState, operationOf, operationsOf, type SeenState, withCause } from "./timeline.ts";

/** True if the seen states only extend the newest state. Then earlier states and operations are not needed. */
export function extendsNewest(newest: HistoryState, states: readonly SeenState[]): boolean {
  return states.every(
    ({ state, since }) => since.sentAt >= newest.since.answeredAt && changedMembers(newest.state, state).length === 0,
  );
}

interface Facts {
  /** The operations that may explain the states, from `explainingOperations`. */
  operations: readonly ExplainingOperation[];
  /** When the store of known customers began for the environment, in milliseconds since 1970. */
  recordedSince: number;
}

/** When the newest operation that explains the state was sent. 0 if no operation explains it. */
function explainedAt(row: HistoryState, operations: readonly ExplainingOperation[]): number {
  const explaining = operationsOf(row);
  const sentAt = operations.flatMap((one) => (explaining.includes(one.operationID) ? (one.sentAt ?? 0) : []));
  return Math.max(0, ...sentAt);
}

/** The members of new states that no operation explains. All members, if nothing is known before such a state. */
function unexplainedMembers(before: readonly HistoryState[], after: readonly HistoryState[]): HistoryMember[] {
  const known = new Set(before.map(({ since }) => since.answeredAt));
  return after.flatMap((row, index) => {
    if (row.cause !== "elsewhere" || known.has(row.since.answeredAt)) return [];
    const previous = after[index - 1];
    if (!previous) return [...historyMembers];
    return changedMembers(previous.state, row.state).filter((member) => operationOf(row, member) === undefined);
  });
}

/**
 * Compares the operations that explain two states: `last`, and a later state `newest`. If the operation of `newest` was
 * sent before the operation of `last`, returns the members that differ between the two states. Otherwise returns no
 * members.
 */
function takenBackMembers(
  last: HistoryState | undefined,
  newest: HistoryState | undefined,
  operations: readonly ExplainingOperation[],
): HistoryMember[] {
  const isBack =
    last !== undefined &&
    newest?.cause === "operation" &&
    newest.since.answeredAt > last.since.answeredAt &&
    explainedAt(newest, operations) < explainedAt(last, operations);
  return isBack ? changedMembers(last.state, newest.state) : [];
}

/**
 * Adds seen states to a history, and finds the causes of new states. An API answer may come while an operation is in
 * progress, or from an old copy of the API's data. Such an answer may show the customer before or after the operation.
 * Two kinds of changes in such an answer are dropped:
 * - changes that no operation explains
 * - changes whose explaining operation was sent before the operation of the last state
 * If a dropped change is real, a later API answer shows it again.
 */
export function mergeSeen(
  history: readonly HistoryState[],
  states: readonly SeenState[],
  facts: Facts,
): { history: readonly HistoryState[]; isDropped: boolean } {
  let merged = history;
  let isDropped = false;
  for (const seen of states) {
    const added = addSeenState(merged, seen);
    const next = added && withCauses(added, facts);
    const last = merged.at(-1);
    const members = next
      ? [...unexplainedMembers(merged, next), ...takenBackMembers(last, next.at(-1), facts.operations)]
      : [];
    const isUncertain =
      members.length > 0 &&
      (overlapsOperation(seen.since, facts.operations, members) ||
        (last !== undefined && overlapsEffect(seen.since, merged.at(-2), last, members)));
    if (next && !isUncertain) merged = next;
    else isDropped = true;
  }
  return { history: merged, isDropped };
}

/** Computes the cause of each state that has no cause yet. */
function withCauses(history: readonly HistoryState[], { operations, recordedSince }: Facts): readonly HistoryState[] {
  if (history.every(({ cause }) => cause !== undefined)) return history;
  const used = new Set(history.flatMap(operationsOf));
  return history.map((row, index) => {
    if (row.cause !== undefined) return row;
    const before = history[index - 1];
    const caused = withCause(
      row,
      before ? causeOf(before, row, operations, used) : causeOfFirst(row, operations, recordedSince),
    );
    for (const operationID of operationsOf(caused)) used.add(operationID);
    return caused;
  });
}
