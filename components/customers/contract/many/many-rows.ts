import type { Contract, Customer } from "#lib/contract/customers/customer.ts";
import type { PlannedChange } from "#lib/contract/operations/planned.ts";
import { type BulkChange, changedMember, changedValue } from "#lib/contract/values/operations/bulk-states.ts";
import { manyTexts as texts } from "./many-texts.ts";

/** A customer of the selection with its contract, and the result of its planned change. */
export interface ManyRow {
  customerID: string;
  companyName: string;
  /** The contract that the person reviews; undefined where the customer is skipped. */
  contract?: Contract;
  /** Why it is skipped. */
  skipped?: string;
  planned?: PlannedChange;
  failed?: string;
}

/** Builds the row of a customer: whether a change can be planned for it, and if not, why. */
export function rowOf(
  { customerID, companyName, contract, deleted }: Pick<Customer, "customerID" | "companyName" | "contract" | "deleted">,
  { change, isTemporary, hasPlanned }: { change: BulkChange; isTemporary: boolean; hasPlanned: boolean },
): ManyRow {
  const current = contract[changedMember(change)];
  const skipped = deleted
    ? texts.isDeleted
    : hasPlanned
      ? texts.hasPlanned
      : current === changedValue(change)
        ? texts.hasValue
        : isTemporary && current === undefined
          ? texts.noValue
          : undefined;
  return { customerID, companyName, contract, ...(skipped !== undefined && { skipped }) };
}

/** The rows that can be planned and are not planned yet. */
export const openRows = (rows: readonly ManyRow[]): ManyRow[] =>
  rows.filter(({ skipped, planned, failed }) => !skipped && !planned && failed === undefined);

/** The status text of a row. */
export function resultOf({ skipped, planned, failed }: ManyRow, hasBegun: boolean): string {
  if (skipped !== undefined) return skipped;
  if (failed !== undefined) return texts.failed(failed);
  if (planned) return planned.state === "awaiting-approval" ? texts.needsApproval : texts.scheduled;
  return hasBegun ? texts.waiting : texts.ready;
}

/** Errors after which the remaining requests would fail as well. */
const stopping: ReadonlySet<string> = new Set([
  "too_many_planned",
  "not_signed_in",
  "forbidden",
  "offline",
  "store_unavailable",
  "too_many_requests",
]);

export const stopsAll = ({ code, errors }: { code: string; errors: readonly { field?: string | undefined }[] }) =>
  stopping.has(code) || errors.some(({ field }) => field !== undefined && field !== "plan" && field !== "term");
