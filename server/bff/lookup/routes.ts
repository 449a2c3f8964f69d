import { lookupQuerySchema } from "#lib/contract/console/lookup.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { CustomerServices } from "#server/bff/customers/customer-services.ts";
import { lookUp } from "./look-up.ts";

const route = routeWith<CustomerServices>();

/**
 * The routes of the lookup, part of the one table.
 *
 * look-up.ts sends a text to the parts by which it can be found. Where the search of the API finds nobody,
 * search-terms.ts takes parts of the text that a wrong letter or another order of words leaves unbroken, and
 * rank-names.ts keeps the customers that have all the words. Commands of a page are not looked up here: the page offers
 * its buttons itself (components/ui/page-commands.ts).
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
