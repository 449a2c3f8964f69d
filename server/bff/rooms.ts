import type { BuildInfo } from "#server/bff/config/build-info.ts";
import { accessModule } from "./access/module.ts";
import { activitiesModule } from "./activities/module.ts";
import { announcementModule } from "./announcement/module.ts";
import { apiBehaviourModule } from "./api-behaviour/module.ts";
import { approvalsModule } from "./approvals/module.ts";
import { assignmentsModule } from "./assignments/module.ts";
import { assistantsModule } from "./assistants/module.ts";
import { attentionModule } from "./attention/module.ts";
import { auditModule } from "./audit/module.ts";
import type { BffDependencies } from "./bff-dependencies.ts";
import { bulkModule } from "./bulk/module.ts";
import { callerCardModule } from "./caller-card/module.ts";
import { callsModule } from "./calls/module.ts";
import { changeLimitsModule } from "./change-limits/module.ts";
import type { ConsoleEnv } from "./config/env.ts";
import { consoleHealthModule } from "./console-health/module.ts";
import { contractsModule } from "./contracts/module.ts";
import type { CoreServices } from "./core/core-services.ts";
import { listRooms } from "./core/module.ts";
import type { Origins } from "./core/origins.ts";
import type { WorkerRuns } from "./core/worker-runs.ts";
import { creationsModule } from "./creations/module.ts";
import { customersModule } from "./customers/module.ts";
import { demoModule } from "./demo/module.ts";
import { draftsModule } from "./drafts/module.ts";
import { freezesModule } from "./freezes/module.ts";
import { httpModule } from "./http/module.ts";
import { importsModule } from "./imports/module.ts";
import { jobsModule } from "./jobs/module.ts";
import { knownModule } from "./known/module.ts";
import { listsModule } from "./lists/module.ts";
import { lookupModule } from "./lookup/module.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { metricsModule } from "./metrics/module.ts";
import { notesModule } from "./notes/module.ts";
import { notificationsModule } from "./notifications/module.ts";
import { numbersModule } from "./numbers/module.ts";
import { openapiModule } from "./openapi/module.ts";
import { operationsModule } from "./operations/module.ts";
import type { AnyOperationKind } from "./operations/operation-kind.ts";
import { overviewModule } from "./overview/module.ts";
import { ownNotificationsModule } from "./own-notifications/module.ts";
import { plannedModule } from "./planned/module.ts";
import { preferencesModule } from "./preferences/module.ts";
import { proposalsModule } from "./proposals/module.ts";
import { runsModule } from "./runs/module.ts";
import { scheduledExportsModule } from "./scheduled-exports/module.ts";
import type { AuditKeys } from "./store/audit/audit-keys.ts";
import type { StoreCheck } from "./store/store-check.ts";
import { ticketsModule } from "./tickets/module.ts";
import { viewsModule } from "./views/module.ts";

/** The services that no module creates. `create-bff.ts` passes them to every module. */
export interface BaseServices
  extends Pick<CoreServices, "clock" | "log" | "store">,
    Pick<BffDependencies, "random" | "createFetch" | "tracing" | "ssoFetch" | "startDemoApi" | "root"> {
  env: ConsoleEnv;
  workerRuns: WorkerRuns;
  storeCheck: StoreCheck;
  /** The keys of the audit log. Null if there is no key. */
  auditKeys: AuditKeys | null;
  /** The configured session secrets. In demo mode, the secret of demo mode. */
  initialSessionSecrets: readonly string[];
  /** A new ID for each process. */
  replicaID: string;
  build: BuildInfo;
  /** The metrics of this process. Null if nothing is measured. */
  metrics: Metrics | null;
  origins: Origins;
  /** Aborts with `draining` when the console closes. */
  closing: AbortSignal;
  isDraining(): boolean;
}

/**
 * All modules in the order in which they are created. A module may import only the modules before it, and its `create`
 * may need only the services of these modules. `.dependency-cruiser.mjs` reads this order. The modules close in the
 * reverse order.
 */
export const rooms = listRooms<BaseServices, AnyOperationKind>()
  .add(auditModule)
  .add(accessModule)
  .add(demoModule)
  .add(apiBehaviourModule)
  .add(callsModule)
  .add(attentionModule)
  .add(notificationsModule)
  .add(ownNotificationsModule)
  .add(knownModule)
  .add(customersModule)
  .add(numbersModule)
  .add(activitiesModule)
  .add(listsModule)
  .add(viewsModule)
  .add(preferencesModule)
  .add(announcementModule)
  .add(draftsModule)
  .add(freezesModule)
  .add(changeLimitsModule)
  .add(operationsModule)
  .add(jobsModule)
  .add(notesModule)
  .add(assignmentsModule)
  .add(creationsModule)
  .add(contractsModule)
  .add(approvalsModule)
  .add(plannedModule)
  .add(runsModule)
  .add(bulkModule)
  .add(importsModule)
  .add(scheduledExportsModule)
  .add(proposalsModule)
  .add(lookupModule)
  .add(callerCardModule)
  .add(overviewModule)
  .add(ticketsModule)
  .add(metricsModule)
  .add(consoleHealthModule)
  .add(openapiModule)
  .add(httpModule)
  .add(assistantsModule);

type Route = (typeof rooms)["routes"][number];

/** The key of a route: its method and path, such as `GET /api/session`. */
export type RouteKey = Route["key"];

/** The value that a route's handler returns. */
export type RouteOutput<K extends RouteKey> = Awaited<ReturnType<Extract<Route, { key: K }>["handler"]>>;

/** The services of all modules. No module uses this complete type. */
export type Services = Awaited<ReturnType<(typeof rooms)["create"]>>["services"];

/** The sort key of a path. Fixed text sorts before parameters. */
const sortKey = ({ path }: { path: string }) => path.replaceAll(/:\w+/g, "\uffff");

const compareTexts = (a: string, b: string) => Number(a > b) - Number(a < b);

/**
 * The route table. Every route is in this table and has a policy. HTTP requests and server components use the same
 * table. If two paths match the same address, the path with fixed text comes first: `/customers/marked` before
 * `/customers/:customerID`.
 */
export const routes: readonly Route[] = rooms.routes.toSorted((a, b) => compareTexts(sortKey(a), sortKey(b)));
