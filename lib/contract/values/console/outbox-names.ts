/** The queues of entries for external endpoints: audit events and notifications. */
export const outboxNames = ["audit-push", "notifications"] as const;

export type OutboxName = (typeof outboxNames)[number];
