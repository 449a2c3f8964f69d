import { lookupQuerySchema } from "#lib/contract/console/lookup.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { CustomerServices } from "#server/bff/customers/customer-services.ts";
import { lookUp } from "./look-up.ts";

const route = routeWith<CustomerServices>();

/**
 * The routes of the lookup, part of the route table.
 *
 * look-up.ts passes the text to every part that may find it. If the API's search finds nobody, search-terms.ts searches
 * for parts of the text that a wrong letter or another order of words does not change, and rank-names.ts keeps the
 * customers whose names contain all words. Commands of a page are not looked up here, because the page itself offers
 * them (components/ui/page-commands.ts).
 */
export const lookupRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/lookup",
    policy: "viewer",
    input: { query: lookupQuerySchema },
    handler: (context, { query }) => lookUp({ context, input: query }),
  }),
] as const;
