import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { messageSchema, type ServiceContext } from "../answer-errors.ts";
import type { ProvisioningStore } from "../store/open-store.ts";

const health = createRoute({
  method: "get",
  path: "/health",
  summary: "Is the service able to answer?",
  responses: {
    200: { content: { "application/json": { schema: z.object({ status: z.literal("ok") }) } }, description: "It is" },
    503: {
      content: { "application/json": { schema: messageSchema } },
      description: "Its store does not answer, or it is ending and wants no new requests",
    },
  },
});

/**
 * Creates the routes for supervisors, that is, programs that monitor the service. These routes belong to no environment
 * and need no token.
 */
export function createHealthRoutes(options: { store: Pick<ProvisioningStore, "ping">; isDraining: () => boolean }) {
  const { store, isDraining } = options;
  const router = new OpenAPIHono<ServiceContext>();
  router.openapi(health, async (c) => {
    if (isDraining()) throw new AppError("draining", "The service is ending.");
    try {
      await store.ping();
    } catch (cause) {
      throw new AppError("store_unavailable", "The store does not answer.", { cause });
    }
    return c.json({ status: "ok" as const }, 200);
  });
  return router;
}
