import { causeOf, causeOfFirst, type ExplainingOperation, overlapsEffect, overlapsOperation } from "./causes.ts";
import { changedMembers } from "./known-state.ts";
import { addSeenState, type HistoryState, operationsOf, type SeenState, withCause } from "./timeline.ts";

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

/**
 * Adds seen states to a history, and finds the causes of new states. An answer may come while an operation is in
 * progress, or from an old copy of the API's data. Such an answer may show the customer before or after the operation.
 * Two kinds of changes in such an answer are dropped:
 * - changes that no operation explains
 * - changes that are explained by an earlier operation than the last state
 *
 * If a dropped change is real, a later answer shows it again.
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
    const isElsewhere = next?.some((row) => row.cause === "elsewhere" && !merged.includes(row)) ?? false;
    const last = merged.at(-1);
    const isUncertain =
      overlapsOperation(seen.since, facts.operations) || (last !== undefined && overlapsEffect(seen.since, last));
    const newest = next?.at(-1);
    const isBack =
      last !== undefined &&
      newest?.cause === "operation" &&
      newest.since.answeredAt > last.since.answeredAt &&
      explainedAt(newest, facts.operations) < explainedAt(last, facts.operations);
    if (next && !((isElsewhere || isBack) && isUncertain)) merged = next;
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
