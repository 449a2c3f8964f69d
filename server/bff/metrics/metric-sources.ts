import type { Environment } from "#lib/contract/environment.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { BehaviourKeeper } from "#server/bff/api-behaviour/behaviour-keeper.ts";
import type { AuditPush } from "#server/bff/audit/audit-push.ts";
import type { HeldWrites } from "#server/bff/change-limits/held-back.ts";
import type { WorkerRuns } from "#server/bff/core/worker-runs.ts";
import type { FillingReports } from "#server/bff/known/filling/describe-filling.ts";
import type { Notifications } from "#server/bff/notifications/notifications.ts";
import type { OwnNotificationServices } from "#server/bff/own-notifications/own-notification-services.ts";
import type { ExportPush } from "#server/bff/scheduled-exports/export-push.ts";
import type { ExportServices } from "#server/bff/scheduled-exports/export-services.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import type { StoreCheck } from "#server/bff/store/store-check.ts";

/** The sources whose state is read whenever metrics are requested. */
export interface MetricSources {
  clock: Pick<Clock, "now">;
  clients: ReadonlyMap<Environment, Pick<ApiClient, "status">>;
  store: Pick<ConsoleStore, "figures" | "maintenance" | "pool">;
  storeCheck: Pick<StoreCheck, "check">;
  workerRuns: Pick<WorkerRuns, "list">;
  auditPush: Pick<AuditPush, "state"> | null;
  behaviourKeeper: Pick<BehaviourKeeper, "figures">;
  fillingReports: Pick<FillingReports, "list">;
  fillingCalls(): ReadonlyMap<Environment, number>;
  notifications: Pick<Notifications, "state">;
  exportPush: Pick<ExportPush, "state"> | null;
  failingSchedules: ExportServices["failingSchedules"];
  ownNotifications: Pick<OwnNotificationServices["ownNotifications"], "emailProblems">;
  /** The number of live job streams, and the number of jobs that they watch. */
  liveJobs: { figures(): { streams: number; jobs: number } };
  /** All streamed responses. */
  openStreams: { count(): number };
  /** The writes that a freeze or the change limit has stopped. */
  heldWrites: Pick<HeldWrites, "list">;
  /** The queue of password hashing. */
  hashing: { status(): { running: number; waiting: number } };
  isDraining(): boolean;
}
