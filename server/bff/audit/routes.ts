import {
  auditExportQuerySchema,
  auditListQuerySchema,
  auditVerificationQuerySchema,
} from "#lib/contract/access/audit-requests.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { AuditServices } from "./audit-services.ts";
import { exportAudit } from "./export-audit.ts";
import { listAudit } from "./list-audit.ts";
import { listAuditPeople } from "./list-audit-people.ts";

const route = routeWith<AuditServices>();

/**
 * The routes of the audit log, part of the route table. The log is one chain over all environments, and no route
 * changes or removes an event.
 *
 * lib/contract/values/access/audit-actions.ts names all recorded actions. `appendAudit` adds an event in the
 * transaction of the action. Each row holds the hash of the row before it; one row in `auditChain` holds both ends and
 * serialises all replicas. Rows are signed with a key that is not in the database
 * (docs/decisions/0045-audit-chain-key.md).
 *
 * Each filter has an index that ends in the number of the event, so a page of a large log is one short range
 * (audit-filter.ts). The push sends the log itself: one row holds the last event that the receiver has accepted, and
 * one replica holds the lease (audit-push.ts). Retention removes rows from the old end, and keeps the number and the
 * hash of the last removed row, to which the oldest remaining row is linked (audit-retention.ts). For administrators:
 * docs/guide/audit-log.md.
 */
export const auditRoutes = [
  route({
    method: "GET",
    path: "/api/audit",
    policy: "audit.read",
    everyEnvironment: true,
    input: { query: auditListQuerySchema },
    handler: (context, { query }) => listAudit({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/audit/export",
    policy: "audit.read",
    everyEnvironment: true,
    countsAsWrite: true,
    input: { query: auditExportQuerySchema },
    handler: (context, { query }) => exportAudit({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/audit/people",
    policy: "audit.read",
    everyEnvironment: true,
    input: {},
    handler: (context) => listAuditPeople({ context }),
  }),
  // One part per request: the page requests the next one and shows the progress.
  route({
    method: "GET",
    path: "/api/audit/verification",
    policy: "audit.read",
    everyEnvironment: true,
    input: { query: auditVerificationQuerySchema },
    handler: ({ services }, { query }) => services.store.audit.verify(query.after),
  }),
] as const;
