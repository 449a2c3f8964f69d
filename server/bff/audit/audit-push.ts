import type { AuditEvent } from "#lib/contract/access/audit.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { createPush, type Push, type PushOptions } from "#server/bff/core/push/push.ts";

/** Sends every audit event to `AUDIT_PUSH_URL`, in order, at least once. */
export type AuditPush = Push;

/**
 * The ID of an event for its receiver. A repeated request has the same ID. Consoles that share a receiver have
 * different IDs.
 */
export const pushIDOf = ({ sequence, hash }: Pick<AuditEvent, "sequence" | "hash">) =>
  `audit-${sequence}-${hash.slice(0, 16)}`;

/** The audit log itself is the outbox, so no event is lost between recording and sending. */
export function createAuditPush(
  services: Pick<CoreServices, "clock" | "log" | "store" | "workerRuns"> & { random: () => number },
  options: PushOptions,
): AuditPush {
  const { audit, auditPush } = services.store;
  return createPush<AuditEvent>(
    services,
    {
      name: "audit-push",
      lease: auditPush,
      tables: ["auditChain", "auditPush", "stoppedOutboxes"],
      async waiting() {
        const { sequence, end } = await auditPush.position();
        return end - sequence;
      },
      async next(limit) {
        const { sequence } = await auditPush.position();
        return audit.list({}, { order: "oldest", beyond: sequence, limit });
      },
      messageOf: (event) => ({
        id: pushIDOf(event),
        body: JSON.stringify({ type: "audit.event", timestamp: event.at, data: event }),
      }),
      accept: (leaseID, event, leaseMs) => auditPush.accept(leaseID, event, leaseMs),
    },
    options,
  );
}
