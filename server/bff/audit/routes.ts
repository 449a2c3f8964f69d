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

/** The routes of the audit log, part of the one table. The log is one chain over all environments. Nothing changes or removes an event. */
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
    streams: true,
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
  // One part at a time: the page asks for the next one and shows how far it is.
  route({
    method: "GET",
    path: "/api/audit/verification",
    policy: "audit.read",
    everyEnvironment: true,
    input: { query: auditVerificationQuerySchema },
    handler: ({ services }, { query }) => services.store.audit.verify(query.after),
  }),
] as const;
