import { restartOutboxSchema } from "#lib/contract/console/status.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { getStatus } from "./get-status.ts";
import { restartOutbox } from "./restart-outbox.ts";
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
  route({
    method: "POST",
    path: "/api/outboxes/:name/restart",
    policy: "outboxes.restart",
    peopleOnly: true,
    input: { body: restartOutboxSchema },
    handler: (context, { params, body }) => restartOutbox({ context, name: params.name, input: body }),
  }),
] as const;
