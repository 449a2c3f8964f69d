import { callerCardQuerySchema, callerCardSchema } from "#lib/contract/console/caller-card.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { apiErrors } from "#server/bff/core/route-errors.ts";
import type { CallerCardServices } from "./caller-card-services.ts";
import { readCallerCard } from "./read-caller-card.ts";

const route = routeWith<CallerCardServices>();

/**
 * The route of the caller card, which opens when the telephone rings.
 *
 * find-callers.ts searches with the parts of the lookup. A caller waits, so the API has one second to confirm what the
 * console knows already; after that, the card shows what is known, with its age. A telephone number is never sent to
 * the API as a search term, so that it is in no record of calls. caller-reasons.ts reads the reasons from the records
 * of the other rooms (docs/decisions/0077-the-caller-card.md).
 */
export const callerCardRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/caller-card",
    about:
      "The customer of a telephone number, an e-mail address or an ID, and why this customer may be calling. Several customers are a choice.",
    policy: "viewer",
    input: { query: callerCardQuerySchema },
    answer: callerCardSchema,
    errors: [...apiErrors, "not_offered"],
    handler: (context, { query }) => readCallerCard({ context, input: query }),
  }),
] as const;
