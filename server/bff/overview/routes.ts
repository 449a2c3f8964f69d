import { overviewQuerySchema } from "#lib/contract/console/overview.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { getOverview } from "./get-overview.ts";
import type { OverviewServices } from "./overview-services.ts";

const route = routeWith<OverviewServices>();

/** The routes of the overview, part of the one table. */
export const overviewRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/overview",
    policy: "viewer",
    input: { query: overviewQuerySchema },
    handler: (context, { query }) => getOverview({ context, input: query }),
  }),
] as const;
