import type { AuditSeal } from "#server/bff/audit/audit-seal.ts";
import type { AuditServices } from "#server/bff/audit/audit-services.ts";
import type { MetricSources } from "#server/bff/metrics/metric-sources.ts";
import type { Notifications } from "#server/bff/notifications/notifications.ts";

/** What the status page is read from. */
export interface StatusServices extends AuditServices, Pick<MetricSources, "liveJobs" | "hashing" | "isDraining"> {
  /** This process among those that use the store. */
  replicaID: string;
  notifications: Notifications;
  sealAudit: AuditSeal;
}
