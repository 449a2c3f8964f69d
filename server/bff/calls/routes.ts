import { routeWith } from "#server/bff/core/route.ts";
import { probeApi } from "./probe-api.ts";

const route = routeWith();

/** What concerns the calls to the API themselves. */
export const callsRoutes = [
  route({
    method: "POST",
    path: "/api/:environment/probe",
    policy: "administrator",
    input: {},
    handler: (context) => probeApi({ context }),
  }),
] as const;
