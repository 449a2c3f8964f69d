/** The queues of entries for an external endpoint: events of the audit log, and notifications. */
export const outboxNames = ["audit-push", "notifications"] as const;

export type OutboxName = (typeof outboxNames)[number];
