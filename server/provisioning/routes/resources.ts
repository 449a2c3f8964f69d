import { OpenAPIHono } from "@hono/zod-openapi";
import type { ServiceContext } from "../answer-errors.ts";
import type { ResourceContext } from "../services/resource-context.ts";
import { createActivityRoutes } from "./activities.ts";
import { createContractRoutes } from "./change-contract.ts";
import { createCreationRoutes } from "./create-customer.ts";
import { createJobRoutes } from "./jobs.ts";
import { createNumberRoutes } from "./numbers.ts";
import { createWebhookRoutes } from "./webhooks.ts";

/**
 * Creates all routes of an environment except `/auth` and the list of customers (specification, sections 4.3 to 4.9).
 */
export function createResourceRoutes(context: ResourceContext) {
  const router = new OpenAPIHono<ServiceContext>();
  const createRouters = [
    createCreationRoutes,
    createContractRoutes,
    createActivityRoutes,
    createJobRoutes,
    createWebhookRoutes,
    createNumberRoutes,
  ];
  for (const create of createRouters) router.route("/", create(context));
  return router;
}
