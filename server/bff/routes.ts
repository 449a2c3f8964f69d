import { accessRoutes } from "./access/routes.ts";
import { activityRoutes } from "./activities/routes.ts";
import { approvalRoutes } from "./approvals/routes.ts";
import { attentionRoutes } from "./attention/routes.ts";
import { auditRoutes } from "./audit/routes.ts";
import { bulkRoutes } from "./bulk/routes.ts";
import { callsRoutes } from "./calls/routes.ts";
import { contractRoutes } from "./contracts/routes.ts";
import { creationRoutes } from "./creations/routes.ts";
import { customerRoutes } from "./customers/routes.ts";
import { draftRoutes } from "./drafts/routes.ts";
import { healthRoutes } from "./http/routes.ts";
import { importRoutes } from "./imports/routes.ts";
import { jobRoutes } from "./jobs/routes.ts";
import { listRoutes } from "./lists/routes.ts";
import { lookupRoutes } from "./lookup/routes.ts";
import { metricRoutes } from "./metrics/routes.ts";
import { noteRoutes } from "./notes/routes.ts";
import { numberRoutes } from "./numbers/routes.ts";
import { operationRoutes } from "./operations/routes.ts";
import { overviewRoutes } from "./overview/routes.ts";
import { plannedRoutes } from "./planned/routes.ts";
import { preferenceRoutes } from "./preferences/routes.ts";
import { profileRoutes } from "./profile/routes.ts";
import { statusRoutes } from "./status/routes.ts";
import { ticketRoutes } from "./tickets/routes.ts";
import { viewRoutes } from "./views/routes.ts";

/**
 * The route table: all modules' routes together. A route that is not here does not exist, and every route has a policy.
 * Both entry points (HTTP and server components) use this table.
 */
export const routes = [
  ...accessRoutes,
  // Before the customers' own routes, which would treat "marked" as an ID.
  ...noteRoutes,
  ...customerRoutes,
  ...activityRoutes,
  ...overviewRoutes,
  ...attentionRoutes,
  ...approvalRoutes,
  ...numberRoutes,
  ...jobRoutes,
  ...lookupRoutes,
  ...contractRoutes,
  ...listRoutes,
  ...creationRoutes,
  ...operationRoutes,
  ...callsRoutes,
  ...profileRoutes,
  ...viewRoutes,
  ...preferenceRoutes,
  ...draftRoutes,
  ...ticketRoutes,
  ...bulkRoutes,
  ...importRoutes,
  ...plannedRoutes,
  ...auditRoutes,
  ...healthRoutes,
  ...metricRoutes,
  ...statusRoutes,
] as const;

type Routes = (typeof routes)[number];

/** The key of a route: its method and path, such as `GET /api/session`. */
export type RouteKey = Routes["key"];

/** The value that a route's handler returns. */
export type RouteOutput<K extends RouteKey> = Awaited<ReturnType<Extract<Routes, { key: K }>["handler"]>>;
