import type { RestartOutbox } from "#lib/contract/console/status.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { type OutboxName, outboxNames } from "#lib/contract/values/console/outbox-names.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { StatusServices } from "./status-services.ts";

const isOutbox = (name: string): name is OutboxName => outboxNames.some((one) => one === name);

/** Restarts an outbox that a restore has stopped, with or without the backup's events. */
export async function restartOutbox({
  context,
  name,
  input,
}: {
  context: RouteContext<"outboxes.restart", "/api/outboxes/:name/restart", StatusServices>;
  name: string;
  input: RestartOutbox;
}): Promise<void> {
  const { store, clock, auditPush, notifications } = context.services;
  if (!isOutbox(name)) throw new AppError("not_found", "There is no such outbox.");
  const event = {
    ...auditSource(context),
    action: input.empty ? ("outbox.emptied" as const) : ("outbox.released" as const),
    outcome: "done" as const,
    target: { kind: "outbox" as const, id: name },
  };
  const isRestarted = await store.outboxes.restart(name, input.empty, event, clock.now());
  if (!isRestarted) throw new AppError("not_found", "This outbox is not stopped: somebody else may have released it.");
  if (name === "audit-push") auditPush?.wake();
  else notifications.wake();
}
