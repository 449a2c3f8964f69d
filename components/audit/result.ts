import type { AuditEvent } from "#lib/contract/access/audit.ts";
import { type OutcomeDetail, outcomeDetailOf } from "#lib/contract/operation-outcome.ts";

/**
 * The result of a write, as its event recorded it. `accepted` means that the API's work was still running when the
 * event was recorded.
 */
export type AuditResult = Extract<
  OutcomeDetail,
  "accepted" | "verified" | "resolved" | "refused" | "not-sent" | "prevented" | "unknown"
>;

/**
 * The result of a write, or undefined if the event does not record the result of a write. `code` is the reason why the
 * write was refused or not sent.
 */
export function auditResultOf({
  action,
  after,
}: Pick<AuditEvent, "action" | "after">): { result: AuditResult; code?: string } | undefined {
  if (action === "operation.verified") return { result: "verified" };
  if (action !== "operation.settled" || typeof after !== "object" || after === null) return undefined;
  const { state, code, result } = after as Partial<Record<"state" | "code" | "result", string>>;
  if (state === "accepted" || state === "unknown") return { result: state };
  if (state === "reconciled") return { result: "resolved" };
  if (state !== "rejected") return undefined;
  // Older events have no `result`, so they do not say who refused the write. The error code shows whether the API or
  // Switchboard refused the write.
  const problem = code === undefined ? undefined : { code };
  const detail = (result as AuditResult | undefined) ?? outcomeDetailOf({ state, sentAt: true, problem });
  return { result: detail as AuditResult, ...(code !== undefined && { code }) };
}
