import { routeWith } from "#server/bff/core/route.ts";
import { getStatus } from "./get-status.ts";
import type { StatusServices } from "./status-services.ts";

const route = routeWith<StatusServices>();

/** How the console itself fares, for its administrators. */
export const statusRoutes = [
  route({
    method: "GET",
    path: "/api/status",
    policy: "status.read",
    everyEnvironment: true,
    input: {},
    handler: (context) => getStatus(context),
  }),
] as const;
