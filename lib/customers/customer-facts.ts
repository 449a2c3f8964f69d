import type { CustomerHistory, HistoryState } from "#lib/contract/customers/customer-history.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";

/**
 * Returns the operation that a person must know about first: an operation with an unknown outcome, or else the newest
 * operation if it failed or was refused. A newer success hides an older failure.
 */
export function troubledOperation(operations: readonly Operation[]): Operation | undefined {
  const unknown = operations.find(({ outcome }) => outcome === "unknown");
  if (unknown) return unknown;
  const [newest] = operations.filter(({ outcome }) => !["waiting", "running", "superseded"].includes(outcome));
  return newest && (newest.outcome === "failed" || newest.outcome === "refused") ? newest : undefined;
}

/** The newest change that is known to have happened: an operation, or a change outside Switchboard. */
export type LastChange =
  | { kind: "operation"; operation: Operation }
  | { kind: "elsewhere"; state: HistoryState & { changed: NonNullable<HistoryState["changed"]> } };

/** The best known time at which an operation took effect. */
const doneAt = ({ confirmedAt, job, settledAt, createdAt }: Operation) =>
  confirmedAt ?? job?.finishedAt ?? settledAt ?? createdAt;

/** Compares the newest successful operation with the newest change outside Switchboard, and returns the newer one. */
export function lastChange(
  operations: readonly Operation[],
  history: Pick<CustomerHistory, "states"> | undefined,
): LastChange | undefined {
  const operation = operations.find(({ outcome }) => outcome === "done");
  const state = history?.states.find(({ cause, changed }) => cause.kind === "elsewhere" && changed !== undefined);
  if (state?.changed && (!operation || state.changed.before > doneAt(operation))) {
    return { kind: "elsewhere", state: { ...state, changed: state.changed } };
  }
  return operation && { kind: "operation", operation };
}
