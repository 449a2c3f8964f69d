import {
  activityListQuerySchema,
  activityListSchema,
  activitySummaryQuerySchema,
  activitySummarySchema,
} from "#lib/contract/customers/activity.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { apiErrors } from "#server/bff/core/route-errors.ts";
import type { ActivityServices } from "./activity-services.ts";
import { listActivities } from "./list-activities.ts";
import { summariseActivities } from "./summarise-activities.ts";

const route = routeWith<ActivityServices>();

/** The routes of a customer's activities. */
export const activityRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/customers/:customerID/activities",
    about: "A page of a customer's activities, in the order of the API.",
    policy: "viewer",
    input: { query: activityListQuerySchema },
    answer: activityListSchema,
    errors: apiErrors,
    handler: (context, { params, query }) => listActivities({ context, customerID: params.customerID, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/customers/:customerID/activities/summary",
    about: "A customer's activities, counted by day.",
    policy: "viewer",
    input: { query: activitySummaryQuerySchema },
    answer: activitySummarySchema,
    errors: apiErrors,
    handler: (context, { params, query }) =>
      summariseActivities({ context, customerID: params.customerID, input: query }),
  }),
] as const;
