import { differenceDecisionSchema } from "#lib/contract/api-profile.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { decideDifference } from "./decide-difference.ts";
import { exportOpenApi } from "./export-openapi.ts";
import { getProfile } from "./get-profile.ts";
import type { ProfileServices } from "./profile-services.ts";

const route = routeWith<ProfileServices>();

/** The routes of the API profile, part of the shared route table. */
export const profileRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/profile",
    policy: "viewer",
    input: {},
    handler: (context) => getProfile({ context }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/profile/openapi",
    policy: "viewer",
    input: {},
    handler: (context) => exportOpenApi({ context }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/profile/:differenceID/decision",
    policy: "profile.decide",
    input: { body: differenceDecisionSchema },
    handler: (context, { params, body }) =>
      decideDifference({ context, differenceID: params.differenceID, input: body }),
  }),
] as const;
