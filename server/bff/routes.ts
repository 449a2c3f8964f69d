import { sessionRoutes } from "./access/routes.ts";
import { activityRoutes } from "./activities/routes.ts";
import { bulkRoutes } from "./bulk/routes.ts";
import { callsRoutes } from "./calls/routes.ts";
import { contractRoutes } from "./contracts/routes.ts";
import { creationRoutes } from "./creations/routes.ts";
import { customerRoutes } from "./customers/routes.ts";
import { healthRoutes } from "./http/routes.ts";
import { jobRoutes } from "./jobs/routes.ts";
import { lookupRoutes } from "./lookup/routes.ts";
import { numberRoutes } from "./numbers/routes.ts";
import { operationRoutes } from "./operations/routes.ts";
import { overviewRoutes } from "./overview/routes.ts";
import { viewRoutes } from "./views/routes.ts";
import { webhookRoutes } from "./webhooks/routes.ts";

/**
 * The one table: each room's rows, put together. What is not here does not exist, and nothing is here without a policy;
 * both ways in (HTTP and server components) go through it.
 */
export const routes = [
  ...sessionRoutes,
  ...customerRoutes,
  ...activityRoutes,
  ...overviewRoutes,
  ...numberRoutes,
  ...jobRoutes,
  ...lookupRoutes,
  ...contractRoutes,
  ...webhookRoutes,
  ...creationRoutes,
  ...operationRoutes,
  ...callsRoutes,
  ...viewRoutes,
  ...bulkRoutes,
  ...healthRoutes,
] as const;

type Routes = (typeof routes)[number];

/** A route's name: its method and path, such as `GET /api/session`. */
export type RouteKey = Routes["key"];

/** What a route's handler gives. */
export type RouteOutput<K extends RouteKey> = Awaited<ReturnType<Extract<Routes, { key: K }>["handler"]>>;
