import type { AuditSeal } from "#server/bff/audit/audit-seal.ts";
import type { AuditServices } from "#server/bff/audit/audit-services.ts";
import type { FillingReports } from "#server/bff/known/filling/describe-filling.ts";
import type { MetricSources } from "#server/bff/metrics/metric-sources.ts";
import type { Notifications } from "#server/bff/notifications/notifications.ts";
import type { OwnNotificationServices } from "#server/bff/own-notifications/own-notification-services.ts";
import type { ExportPush } from "#server/bff/scheduled-exports/export-push.ts";

/** The sources of the page "Console health". */
export interface ConsoleHealthServices
  extends AuditServices,
    Pick<MetricSources, "liveJobs" | "hashing" | "isDraining"> {
  /** The ID of this process. No other process that uses the store has this ID. */
  replicaID: string;
  notifications: Notifications;
  exportPush: ExportPush | null;
  ownNotifications: OwnNotificationServices["ownNotifications"];
  fillingReports: FillingReports;
  sealAudit: AuditSeal;
}
