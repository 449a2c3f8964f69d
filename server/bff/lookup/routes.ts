import { lookupQuerySchema } from "#lib/contract/console/lookup.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { CustomerServices } from "#server/bff/customers/customer-services.ts";
import { lookUp } from "./look-up.ts";

const route = routeWith<CustomerServices>();

/** The routes of the lookup, part of the one table. */
export const lookupRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/lookup",
    policy: "viewer",
    input: { query: lookupQuerySchema },
    handler: (context, { query }) => lookUp({ context, input: query }),
  }),
] as const;
