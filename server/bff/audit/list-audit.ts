import type { AuditList, AuditListQuery } from "#lib/contract/access/audit-requests.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { auditFilterOf } from "./audit-filter-of.ts";
import type { AuditServices } from "./audit-services.ts";

/** Lists audit events: newest first for people, or oldest first after a known event for collectors. */
export async function listAudit({
  context,
  input: { before, after, limit, ...filters },
}: {
  context: RouteContext<"audit.read", "/api/audit", AuditServices>;
  input: AuditListQuery;
}): Promise<AuditList> {
  const { clock, store, auditPush } = context.services;
  const filter = auditFilterOf(filters);
  const order = after === undefined ? "newest" : "oldest";
  const asOf = new Date(clock.now()).toISOString();
  // One more than requested, to know whether others follow.
  const found = await store.audit.list(filter, { order, beyond: after ?? before, limit: limit + 1 });
  const events = found.slice(0, limit);
  const total = after === undefined ? await store.audit.count(filter) : null;
  const push = after === undefined ? await auditPush?.state() : undefined;
  const isOpen = after === undefined ? (await store.audit.keyID()) === null : undefined;
  const next = found.length > limit ? events.at(-1)?.sequence : undefined;
  return {
    events,
    asOf,
    ...(next !== undefined && { next }),
    ...(total !== null && { total }),
    ...(push && { push }),
    ...(isOpen !== undefined && { isOpen }),
  };
}
