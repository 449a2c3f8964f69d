import { auditEventSchema } from "#lib/contract/access/audit.ts";
import {
  auditExportQuerySchema,
  auditListQuerySchema,
  auditListSchema,
  auditPeopleSchema,
  auditVerificationQuerySchema,
  auditVerificationSchema,
  repeatedAuditFilters,
} from "#lib/contract/access/audit-requests.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { auditFilterOf } from "./audit-filter-of.ts";
import type { AuditServices } from "./audit-services.ts";
import { namesOfEvents } from "./event-names.ts";
import { auditFileColumns, exportAudit } from "./export-audit.ts";

const route = routeWith<AuditServices>();

/**
 * The routes of the audit log. The log is one chain over all environments. No route changes or removes an event.
 * lib/contract/values/access/audit-actions.ts lists all recorded actions.
 *
 * `appendAudit` adds an event in the transaction of the recorded action. Each row has the hash of the previous row. The
 * table `auditChain` has one row with the first and the last event of the chain. Every append locks this row, so the
 * replicas append one after the other. Rows are signed with a key that is not in the database
 * (docs/decisions/0045-audit-chain-key.md).
 *
 * Each filter has an index that ends in the number of the event. So a page of a large log reads only a few index
 * entries (server/bff/store/audit/audit-filter.ts). The audit push sends the events to a receiver and stores the last
 * event that the receiver has accepted. Only the replica with the lease sends (audit-push.ts). Retention removes the
 * oldest rows. It stores the number and the hash of the last removed row, so that the chain can be verified from there
 * (server/bff/store/audit/audit-retention.ts). For administrators: docs/guide/audit-log.md.
 */
export const auditRoutes = [
  route({
    method: "GET",
    path: "/api/audit",
    about:
      "Lists audit events. For people, the newest event is first. For collectors, the events after a given event are listed, oldest first.",
    policy: "audit.read",
    everyEnvironment: true,
    input: { query: auditListQuerySchema, repeated: repeatedAuditFilters },
    answer: auditListSchema,
    async handler(context, { query: { before, after, limit, ...filters } }) {
      const { clock, store, auditPush, customerNames } = context.services;
      const filter = auditFilterOf(filters);
      const order = after === undefined ? "newest" : "oldest";
      const asOf = new Date(clock.now()).toISOString();
      // Reads one more event than requested, to know whether more events follow.
      const found = await store.audit.list(filter, { order, beyond: after ?? before, limit: limit + 1 });
      const events = found.slice(0, limit);
      const total = after === undefined ? await store.audit.count(filter) : null;
      const push = after === undefined ? await auditPush?.state() : undefined;
      const isOpen = after === undefined ? (await store.audit.keyID()) === null : undefined;
      const names = after === undefined ? await namesOfEvents({ store, customerNames }, events) : undefined;
      const next = found.length > limit ? events.at(-1)?.sequence : undefined;
      return {
        events,
        asOf,
        ...(next !== undefined && { next }),
        ...(total !== null && { total }),
        ...names,
        ...(push && { push }),
        ...(isOpen !== undefined && { isOpen }),
      };
    },
  }),
  route({
    method: "GET",
    path: "/api/audit/export",
    about: "Exports the matching audit events, oldest first.",
    policy: "audit.read",
    everyEnvironment: true,
    countsAsWrite: true,
    input: { query: auditExportQuerySchema, repeated: repeatedAuditFilters },
    answer: { file: { "text/csv": auditFileColumns, "application/x-ndjson": auditEventSchema } },
    handler: (context, { query }) => exportAudit({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/audit/people",
    about: "Lists all people for the filter of the log, including disabled people.",
    policy: "audit.read",
    everyEnvironment: true,
    input: {},
    answer: auditPeopleSchema,
    async handler({ services }) {
      return { people: await services.store.staff.people() };
    },
  }),
  // Verifies one part of the log per request. The page then requests the next part and shows the progress.
  route({
    method: "GET",
    path: "/api/audit/verification",
    about: "Verifies one part of the audit log.",
    policy: "audit.read",
    everyEnvironment: true,
    input: { query: auditVerificationQuerySchema },
    answer: auditVerificationSchema,
    handler: ({ services }, { query }) => services.store.audit.verify(query.after),
  }),
] as const;
