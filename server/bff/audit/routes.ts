import {
  type AuditList,
  type AuditPeople,
  auditExportQuerySchema,
  auditListQuerySchema,
  auditVerificationQuerySchema,
  repeatedAuditFilters,
} from "#lib/contract/access/audit-requests.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { auditFilterOf } from "./audit-filter-of.ts";
import type { AuditServices } from "./audit-services.ts";
import { exportAudit } from "./export-audit.ts";

const route = routeWith<AuditServices>();

/**
 * The routes of the audit log, part of the route table. The log is one chain over all environments, and no route
 * changes or removes an event. lib/contract/values/access/audit-actions.ts names all recorded actions.
 *
 * `appendAudit` adds an event in the transaction of the action. Each row holds the hash of the row before it. The table
 * `auditChain` has one row with the first and the last event of the chain. Every append locks that row, so the replicas
 * append one after the other. Rows are signed with a key that is not in the database
 * (docs/decisions/0045-audit-chain-key.md).
 *
 * Each filter has an index that ends in the number of the event, so a page of a large log reads only a few index
 * entries (audit-filter.ts). The audit push sends the rows of the log: one row holds the last event that the receiver
 * has accepted, and only the replica that holds the lease sends (audit-push.ts). Retention removes the oldest rows. It
 * keeps the number and the hash of the last removed row, so that the chain can be verified from there
 * (audit-retention.ts). For administrators: docs/guide/audit-log.md.
 */
export const auditRoutes = [
  /**
   * Lists audit events. For people, the newest event comes first. For collectors, events after a known event are
   * listed, the oldest first.
   */
  route({
    method: "GET",
    path: "/api/audit",
    policy: "audit.read",
    everyEnvironment: true,
    input: { query: auditListQuerySchema, repeated: repeatedAuditFilters },
    async handler(context, { query: { before, after, limit, ...filters } }): Promise<AuditList> {
      const { clock, store, auditPush } = context.services;
      const filter = auditFilterOf(filters);
      const order = after === undefined ? "newest" : "oldest";
      const asOf = new Date(clock.now()).toISOString();
      // One event more than requested is read, to know whether more events follow.
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
    },
  }),
  route({
    method: "GET",
    path: "/api/audit/export",
    policy: "audit.read",
    everyEnvironment: true,
    countsAsWrite: true,
    input: { query: auditExportQuerySchema, repeated: repeatedAuditFilters },
    handler: (context, { query }) => exportAudit({ context, input: query }),
  }),
  /** Lists all people by whom the log can be filtered, disabled people included. */
  route({
    method: "GET",
    path: "/api/audit/people",
    policy: "audit.read",
    everyEnvironment: true,
    input: {},
    async handler({ services }): Promise<AuditPeople> {
      return { people: await services.store.audit.people() };
    },
  }),
  // Verifies one part of the log per request. The page then requests the next part and shows the progress.
  route({
    method: "GET",
    path: "/api/audit/verification",
    policy: "audit.read",
    everyEnvironment: true,
    input: { query: auditVerificationQuerySchema },
    handler: ({ services }, { query }) => services.store.audit.verify(query.after),
  }),
] as const;
