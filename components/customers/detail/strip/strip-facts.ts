import type { CustomerHistory, HistoryState } from "#lib/contract/customers/customer-history.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";

/**
 * The operation that a person must know of first: one whose outcome is unknown, or the newest one if it failed or was
 * refused. A later operation that went well makes an earlier failure history.
 */
export function troubledOperation(operations: readonly Operation[]): Operation | undefined {
  const unknown = operations.find(({ outcome }) => outcome === "unknown");
  if (unknown) return unknown;
  const [newest] = operations.filter(({ outcome }) => !["waiting", "running", "superseded"].includes(outcome));
  return newest && (newest.outcome === "failed" || newest.outcome === "refused") ? newest : undefined;
}

/** The newest change that is known to have happened: by an operation, or outside Switchboard. */
export type LastChange =
  | { kind: "operation"; operation: Operation }
  | { kind: "elsewhere"; state: HistoryState & { changed: NonNullable<HistoryState["changed"]> } };

/** When an operation was known to be in force. */
const doneAt = ({ confirmedAt, job, settledAt, createdAt }: Operation) =>
  confirmedAt ?? job?.finishedAt ?? settledAt ?? createdAt;

/** The newer one of the newest operation that is done and the newest change outside Switchboard. */
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
