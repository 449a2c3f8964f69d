import { consoleHealthSchema, outboxTestSchema, restartOutboxSchema } from "#lib/contract/console/console-health.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { type OutboxName, outboxNames } from "#lib/contract/values/console/outbox-names.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { ConsoleHealthServices } from "./console-health-services.ts";
import { getHealth } from "./get-health.ts";

const route = routeWith<ConsoleHealthServices>();

/**
 * The routes of the page "Console health", which shows the state of the console to administrators. Each process writes
 * a report to the store every 20 seconds, and removes it when the process stops (heartbeat.ts). If a process has not
 * reported for a minute, the page shows it as silent, for one day. Backups, restores and removals of old records are
 * recorded in server/bff/store/console-health/maintenance.ts.
 */
export const consoleHealthRoutes = [
  route({
    method: "GET",
    path: "/api/status",
    about: "The state of the console: replicas, database, outboxes and maintenance.",
    policy: "status.read",
    everyEnvironment: true,
    input: {},
    answer: consoleHealthSchema,
    handler: (context) => getHealth(context),
  }),
  route({
    method: "POST",
    path: "/api/outboxes/:name/restart",
    about:
      "Restarts an outbox that a restore has stopped. The person decides whether the events from the backup are sent.",
    policy: "outboxes.restart",
    peopleOnly: true,
    input: { body: restartOutboxSchema },
    answer: "nothing",
    errors: ["not_found"],
    async handler(context, { params: { name }, body }) {
      const { store, clock } = context.services;
      if (!isOutbox(name)) throw new AppError("not_found", "There is no such outbox.");
      const event = {
        ...auditSource(context),
        action: body.empty ? ("outbox.emptied" as const) : ("outbox.released" as const),
        outcome: "done" as const,
        target: { kind: "outbox" as const, id: name },
      };
      const isRestarted = await store.outboxes.restart(name, body.empty, event, clock.now());
      if (!isRestarted) throw new AppError("not_found", "Sending is not stopped: somebody else may have released it.");
      receiverOf(context.services, name)?.wake();
    },
  }),
  route({
    method: "POST",
    path: "/api/outboxes/:name/test",
    about: "Sends a test message to the receiver of an outbox, and reports whether the receiver accepted it.",
    policy: "outboxes.test",
    peopleOnly: true,
    input: {},
    answer: outboxTestSchema,
    errors: ["not_found"],
    async handler(context, { params: { name } }) {
      const { store, clock } = context.services;
      if (!isOutbox(name)) throw new AppError("not_found", "There is no such outbox.");
      const receiver = receiverOf(context.services, name);
      if (!receiver) throw new AppError("not_found", "No receiver is configured for this outbox. Nothing was sent.");
      const problem = await receiver.sendTest();
      const nowMs = clock.now();
      const event = {
        ...auditSource(context),
        action: "outbox.tested" as const,
        outcome: problem === undefined ? ("done" as const) : ("failed" as const),
        target: { kind: "outbox" as const, id: name },
      };
      await store.audit.append(event, nowMs);
      return {
        isAccepted: problem === undefined,
        ...(problem !== undefined && { problem }),
        asOf: new Date(nowMs).toISOString(),
      };
    },
  }),
] as const;

/** The sender of an outbox. Null if no receiver is configured. */
function receiverOf({ auditPush, notifications, exportPush }: ConsoleHealthServices, name: OutboxName) {
  return { "audit-push": auditPush, notifications: notifications.endpoint, exports: exportPush }[name];
}

const isOutbox = (name: string): name is OutboxName => outboxNames.some((one) => one === name);
