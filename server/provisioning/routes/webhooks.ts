import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { refuseInvalid, type ServiceContext } from "../answer-errors.ts";
import { listWebhooks } from "../services/list-webhooks.ts";
import type { ResourceContext } from "../services/resource-context.ts";
import { commonAnswers, envelope, json } from "./answers.ts";
import { pageParameters } from "./parameters.ts";

const webhookSchema = z
  .object({
    webhookID: z.uuid(),
    url: z.url(),
    events: z.array(z.string()),
    active: z.boolean(),
    created: z.iso.datetime(),
  })
  .openapi("Webhook", {
    example: {
      webhookID: "e5f60718-2a3b-4c4d-9e6f-708192a3b4c5",
      url: "https://crm.partner.example/hooks/4b1d",
      events: ["job.succeeded", "job.failed"],
      active: true,
      created: "2026-10-01T08:00:00.000Z",
    },
  });

/** `GET /webhooks` (specification, section 4.8). */
const getWebhooks = createRoute({
  method: "get",
  path: "/webhooks",
  summary: "List webhooks",
  security: [{ Bearer: [] }],
  request: { query: z.strictObject(pageParameters) },
  responses: {
    200: {
      content: json(envelope("webhooks", webhookSchema).openapi("WebhookList")),
      description: "A page of webhooks, the newest first",
    },
    ...commonAnswers,
  },
});

export function createWebhookRoutes(context: ResourceContext) {
  const router = new OpenAPIHono<ServiceContext>({ defaultHook: refuseInvalid });
  router.openapi(getWebhooks, async (c) => c.json(await listWebhooks({ context, input: c.req.valid("query") }), 200));
  return router;
}
