import { pageQuerySchema } from "#lib/contract/list.ts";
import { requestAPI } from "#server/bff/core/api-context.ts";
import { routeWith } from "#server/bff/core/route.ts";

const route = routeWith();

/** The routes of webhooks, part of the one table. */
export const webhookRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/webhooks",
    policy: "viewer",
    input: { query: pageQuerySchema },
    handler: (context, { query }) => {
      const { client, call } = requestAPI(context);
      return client.listWebhooks(query, call);
    },
  }),
] as const;
