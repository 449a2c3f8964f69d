import { activityListQuerySchema, activitySummaryQuerySchema } from "#lib/contract/customers/activity.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { ActivityServices } from "./activity-services.ts";
import { listActivities } from "./list-activities.ts";
import { summariseActivities } from "./summarise-activities.ts";

const route = routeWith<ActivityServices>();

/** The routes of a customer's activities. */
export const activityRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/customers/:customerID/activities",
    policy: "viewer",
    input: { query: activityListQuerySchema },
    handler: (context, { params, query }) => listActivities({ context, customerID: params.customerID, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/customers/:customerID/activities/summary",
    policy: "viewer",
    input: { query: activitySummaryQuerySchema },
    handler: (context, { params, query }) =>
      summariseActivities({ context, customerID: params.customerID, input: query }),
  }),
] as const;
