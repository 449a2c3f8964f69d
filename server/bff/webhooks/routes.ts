import { pageQuerySchema } from "#lib/contract/list.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { listWebhooks } from "./list-webhooks.ts";

const route = routeWith();

/** The routes of webhooks, part of the one table. */
export const webhookRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/webhooks",
    policy: "viewer",
    input: { query: pageQuerySchema },
    handler: (context, { query }) => listWebhooks({ context, input: query }),
  }),
] as const;
