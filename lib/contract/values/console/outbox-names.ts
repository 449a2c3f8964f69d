/** What waits to be sent to somebody's endpoint: events of the audit log, and notifications. */
export const outboxNames = ["audit-push", "notifications"] as const;

export type OutboxName = (typeof outboxNames)[number];
