import type { AuditAction, NewAuditEvent } from "#lib/contract/access/audit.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { StoredView } from "#server/bff/store/views.ts";

/** The audit event of a shared view; changes of a private view are not audited. */
export function viewEvent(
  context: RouteContext<"viewer">,
  action: Extract<AuditAction, `view.${string}`>,
  viewID: string,
  values: Pick<NewAuditEvent, "before" | "after">,
): NewAuditEvent {
  return { ...auditSource(context), action, outcome: "done", target: { kind: "view", id: viewID }, ...values };
}

/** The part of a view that is compared. */
export function auditedView({ name, query, layout, shared }: StoredView) {
  return { name, query, layout, shared };
}
