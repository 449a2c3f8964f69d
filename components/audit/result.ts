import type { AuditEvent } from "#lib/contract/access/audit.ts";
import { type OutcomeDetail, outcomeDetailOf } from "#lib/contract/operation-outcome.ts";

/** The result that an event of a write recorded. After an accepted write, the work was still running. */
export type AuditResult = Extract<
  OutcomeDetail,
  "accepted" | "verified" | "resolved" | "refused" | "not-sent" | "prevented" | "unknown"
>;

/** Undefined for every event except the result of a write. `code` says why the write was refused or not sent. */
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
  // Older events do not say who rejected the write. If the write was sent, its error code says it.
  const problem = code === undefined ? undefined : { code };
  const detail = (result as AuditResult | undefined) ?? outcomeDetailOf({ state, sentAt: true, problem });
  return { result: detail as AuditResult, ...(code !== undefined && { code }) };
}
