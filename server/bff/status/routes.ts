import { restartOutboxSchema } from "#lib/contract/console/status.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { getStatus } from "./get-status.ts";
import { restartOutbox } from "./restart-outbox.ts";
import type { StatusServices } from "./status-services.ts";

const route = routeWith<StatusServices>();

/**
 * The routes of the status page: how the console itself fares, for administrators.
 *
 * Every ten seconds each process reports itself in the store (heartbeat.ts), and removes its row when it stops. A
 * process that has not reported for 30 s is shown as silent for a day. Backups, restores and removals of old records
 * leave a row in server/bff/store/status/maintenance.ts.
 */
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
