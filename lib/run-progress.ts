import type { Bulk, BulkRowState } from "./contract/operations/bulk.ts";
import type { Import } from "./contract/operations/imports.ts";
import { toChangeRowStates } from "./contract/values/operations/bulk-states.ts";

const left: readonly BulkRowState[] = ["ready", "sending", "cancelled"];

/**
 * The progress of a bulk change. While the check of its rows is running, this is the progress of the check, or nothing if
 * nobody knows how many customers will be checked.
 */
export function bulkProgress(bulk: Pick<Bulk, "state" | "pausedFrom" | "counts" | "total" | "source" | "checkedAt">): {
  isChecking: boolean;
  done: number;
  of: number;
} {
  const { state, pausedFrom, counts, total } = bulk;
  const sum = (states: readonly BulkRowState[]) => states.reduce((count, one) => count + counts[one], 0);
  if (state === "checking" || pausedFrom === "checking") {
    if (bulkSize(bulk) === undefined) return { isChecking: true, done: 0, of: 0 };
    const known = Object.values(counts).reduce((count, one) => count + one, 0);
    return { isChecking: true, done: known - counts.pending, of: Math.max(total, known) };
  }
  const of = sum(toChangeRowStates);
  return { isChecking: false, done: of - sum(left), of };
}

/**
 * The number of customers of a bulk change. Undefined until the check has read the customers of its view, because nobody
 * knows the number before.
 */
export const bulkSize = ({ source, checkedAt, total }: Pick<Bulk, "source" | "checkedAt" | "total">) =>
  source.kind === "view" && checkedAt === undefined ? undefined : total;

/** The progress of creating the customers of an import. While its rows are checked, nothing is known. */
export function importProgress({ state, counts }: Pick<Import, "state" | "counts">): { done: number; of: number } {
  if (state === "checking") return { done: 0, of: 0 };
  const done = counts.created + counts.failed + counts.unknown;
  return { done, of: done + counts.ready + counts.waiting + counts.cancelled };
}
