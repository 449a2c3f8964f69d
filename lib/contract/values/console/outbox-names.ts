/** The queues of entries for external endpoints: audit events, notifications, and files of scheduled exports. */
export const outboxNames = ["audit-push", "notifications", "exports"] as const;

export type OutboxName = (typeof outboxNames)[number];
