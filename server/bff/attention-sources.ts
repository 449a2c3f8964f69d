import { approvalAttention } from "./approvals/approval-attention.ts";
import { bulkAttention } from "./bulk/bulk-attention.ts";
import type { AttentionSource } from "./core/attention-source.ts";
import type { NotificationSource } from "./core/notification.ts";
import { importAttention } from "./imports/import-attention.ts";
import { jobAttention } from "./jobs/job-attention.ts";
import { operationAttention } from "./operations/operation-attention.ts";
import { plannedAttention } from "./planned/planned-attention.ts";
import { plannedNotifications } from "./planned/planned-notifications.ts";
import type { Services } from "./services.ts";
import { restoreAttention } from "./status/restore-attention.ts";

/** All sources of items that wait for a person. A new one is a source in its own folder, and one line here. */
export const attentionSources = (services: Services): readonly AttentionSource[] => [
  operationAttention(services),
  jobAttention(services),
  bulkAttention(services),
  importAttention(services),
  plannedAttention(services),
  approvalAttention(services),
  restoreAttention(services),
];

/** Sources of further events for the notification endpoint, which need no action. */
export const notificationSources = (services: Services): readonly NotificationSource[] => [
  plannedNotifications(services),
];
