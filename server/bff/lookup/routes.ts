import { lookupAnswerSchema, lookupQuerySchema } from "#lib/contract/console/lookup.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { apiErrors } from "#server/bff/core/route-errors.ts";
import type { CustomerServices } from "#server/bff/customers/customer-services.ts";
import { lookUp } from "./look-up.ts";

const route = routeWith<CustomerServices>();

/**
 * The routes of the lookup.
 *
 * look-up.ts passes the text to every part that may find it. If the API's search finds no customer,
 * names/search-terms.ts chooses parts of the text to search for. A wrong letter or another order of the words does not
 * change all parts. server/bff/known/names/rank-names.ts then selects the customers whose names contain all words. The
 * page itself offers its commands (components/ui/page-commands.ts), so commands are not looked up here.
 */
export const lookupRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/lookup",
    about: "Finds customers, jobs, operations, numbers and other items that match a text.",
    policy: "viewer",
    input: { query: lookupQuerySchema },
    answer: lookupAnswerSchema,
    errors: [...apiErrors, "not_offered"],
    handler: (context, { query }) => lookUp({ context, input: query }),
  }),
] as const;
