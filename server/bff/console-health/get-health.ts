import { type ConsoleHealth, type Replica, replicaReportSchema } from "#lib/contract/console/console-health.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { isRunActive } from "#lib/contract/values/operations/run-states.ts";
import type { StoreFigures } from "#server/bff/store/console-health/figures.ts";
import { type StoredReplica, silentMs } from "#server/bff/store/console-health/replicas.ts";
import type { EmailProblems } from "#server/bff/store/own-notifications/own-notifications.ts";
import type { ConsoleHealthServices } from "./console-health-services.ts";

const iso = (ms: number) => new Date(ms).toISOString();

/** All processes of the console with their last reports, and the state that they share. */
export async function getHealth({ services }: { services: ConsoleHealthServices }): Promise<ConsoleHealth> {
  const { store, clock, auditPush, notifications, exportPush, ownNotifications, clients } = services;
  const [{ replicas, nowMs }, migrations, figures, maintenance, push, notified, exported, emails, known] =
    await Promise.all([
      store.replicas.list(),
      store.migrations.state(),
      store.figures.read(clock.now()),
      store.maintenance.last(),
      auditPush?.state(),
      notifications.state(),
      exportPush?.state(),
      ownNotifications.emailProblems(),
      services.fillingReports.list(),
    ]);
  const { pool } = store;
  const lastMigration = migrations.applied.at(-1);
  return {
    asOf: iso(clock.now()),
    replicas: replicas.map((replica) => replicaOf(replica, nowMs, services.replicaID)),
    store: {
      kind: pool ? "postgres" : "sqlite",
      ...(pool && {
        connections: { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
      }),
      ...(lastMigration !== undefined && { lastMigration }),
      migrations: migrations.applied.length,
      pendingMigrations: migrations.pending,
      unknownMigrations: migrations.unknown,
    },
    work: [...clients.keys()].map((environment) => workOf(environment, figures)),
    known,
    ...(auditPush && push && { auditPush: { ...push, receiver: auditPush.receiver } }),
    ...(notifications.endpoint &&
      notified && {
        notifications: { ...notified, receiver: notifications.endpoint.receiver },
      }),
    ...(exportPush && exported && { exports: { ...exported, receiver: exportPush.receiver } }),
    ...(emails && { emails: emailsOf(emails) }),
    maintenance: maintenance.map(({ kind, endedAt, detail }) => ({ kind, endedAt: iso(endedAt), detail })),
  };
}

const emailsOf = ({ sinceMs, problem, ...people }: EmailProblems): NonNullable<ConsoleHealth["emails"]> => ({
  ...people,
  ...(sinceMs !== null && { since: iso(sinceMs) }),
  ...(problem !== null && { problem }),
});

function replicaOf({ replicaID, startedAt, seenAt, report }: StoredReplica, nowMs: number, ownID: string): Replica {
  const { data } = replicaReportSchema.safeParse(report);
  const isSilent = nowMs - seenAt > silentMs;
  return {
    replicaID,
    state: isSilent ? "silent" : data?.isDraining ? "draining" : "running",
    startedAt: iso(startedAt),
    seenAt: iso(seenAt),
    isAnswering: replicaID === ownID,
    ...(data && { report: data }),
  };
}

function workOf(environment: Environment, figures: StoreFigures): ConsoleHealth["work"][number] {
  const isHere = (one: { environment: Environment }) => one.environment === environment;
  const totalOf = <State>(
    ones: readonly { environment: Environment; state: State; total: number }[],
    holds: (state: State) => boolean,
  ) => ones.filter((one) => isHere(one) && holds(one.state)).reduce((sum, { total }) => sum + total, 0);
  const followed = figures.followedJobs.find(isHere);
  return {
    environment,
    followedJobs: followed?.total ?? 0,
    lateJobs: followed?.late ?? 0,
    unresolvedOperations: figures.unresolved.find(isHere)?.total ?? 0,
    runningBulks: totalOf(figures.bulks, isRunActive),
    runningImports: totalOf(figures.imports, isRunActive),
    plannedChanges: totalOf(figures.planned, () => true),
  };
}
