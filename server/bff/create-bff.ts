import { randomUUID } from "node:crypto";
import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { findInForce } from "#server/bff/access/clients/find-in-force.ts";
import { createChallengeCookie } from "#server/bff/access/factors/passkeys/challenge-cookie.ts";
import { createSecretSeal, resealSecrets } from "#server/bff/access/factors/secret-seal.ts";
import { addressKey } from "#server/bff/access/limits/address-key.ts";
import { createFactorThrottle } from "#server/bff/access/limits/factor-throttle.ts";
import { createSignInThrottle } from "#server/bff/access/limits/sign-in-throttle.ts";
import { createSessionCookie } from "#server/bff/access/sessions/session-cookie.ts";
import { createSessionSecrets } from "#server/bff/access/sessions/session-secrets.ts";
import { addBootstrapAdministrator } from "#server/bff/access/staff/first-administrator.ts";
import { createActivityWordMemory } from "#server/bff/activities/activity-word-memory.ts";
import { fitApprovalRules } from "#server/bff/approvals/fit-approval-rules.ts";
import { createAttentionRegistry } from "#server/bff/attention/attention-registry.ts";
import { createSnoozeCleaner } from "#server/bff/attention/snooze-cleaner.ts";
import { createAuditPush } from "#server/bff/audit/audit-push.ts";
import { createAuditSeal } from "#server/bff/audit/audit-seal.ts";
import { createRefusalRecorder } from "#server/bff/audit/refusal-recorder.ts";
import { createRetention } from "#server/bff/audit/retention.ts";
import { readBuildInfo } from "#server/bff/config/build-info.ts";
import type { ConsoleEnv, UpstreamEnv } from "#server/bff/config/env.ts";
import { isSecure, originsOf } from "#server/bff/config/origins.ts";
import { createTicketRules } from "#server/bff/config/ticket-rules.ts";
import { createSendMail } from "#server/bff/core/mail.ts";
import { createMaintenanceRecorder } from "#server/bff/core/maintenance-recorder.ts";
import { withinStoreTime } from "#server/bff/core/page-context.ts";
import { createKeyedQueue } from "#server/bff/core/queues/keyed-queue.ts";
import { createWorkQueue } from "#server/bff/core/queues/work-queue.ts";
import type { AnyRoute } from "#server/bff/core/route.ts";
import { createTtlCache } from "#server/bff/core/ttl-cache.ts";
import { createCustomerDirectory } from "#server/bff/customers/customer-directory.ts";
import { createCustomerNames } from "#server/bff/customers/customer-names.ts";
import { addDemoPersonas } from "#server/bff/demo/add-demo-personas.ts";
import { claimStore } from "#server/bff/demo/claim-store.ts";
import type { DemoApi } from "#server/bff/demo/demo-api.ts";
import { demoPersonas } from "#server/bff/demo/demo-personas.ts";
import { demoSecret } from "#server/bff/demo/demo-secret.ts";
import { createKeptBuilds } from "#server/bff/http/builds/kept-builds.ts";
import { createHttpServer } from "#server/bff/http/http-server.ts";
import { performRoute } from "#server/bff/http/pipeline/perform-route.ts";
import { createJobTracker } from "#server/bff/jobs/job-tracker.ts";
import { createLiveJobs } from "#server/bff/jobs/live/live-jobs.ts";
import { readJobOf } from "#server/bff/jobs/live/read-job-of.ts";
import { createReconciler } from "#server/bff/operations/reconciler.ts";
import { createVerifier } from "#server/bff/operations/verifier.ts";
import { createWriteLimit } from "./access/limits/write-limit.ts";
import { createBrowserCookie } from "./access/sessions/browser-cookie.ts";
import { createOpenStreams } from "./access/sessions/open-streams.ts";
import { createSsoProviders } from "./access/sso/providers.ts";
import { createRoundCookie } from "./access/sso/round-cookie.ts";
import { attentionSources, notificationSources } from "./attention-sources.ts";
import { auditKeysOfEnv } from "./audit-keys-of-env.ts";
import type { Bff } from "./bff.ts";
import { type BffDependencies, completeDependencies } from "./bff-dependencies.ts";
import { createBulkRunner } from "./bulk/run/bulk-runner.ts";
import { createApiProber } from "./calls/api-prober.ts";
import { createCallServices } from "./calls/create-call-services.ts";
import { createWorkerRuns } from "./core/worker-runs.ts";
import { createApprovals } from "./create-approvals.ts";
import { createClients } from "./create-clients.ts";
import { createDraftCleaner } from "./drafts/draft-cleaner.ts";
import type { PerformRequest } from "./http/pipeline/perform-route.ts";
import { createImportWorkers } from "./imports/run/import-workers.ts";
import { createJobDirectory } from "./jobs/job-directory.ts";
import { createOperationJobs } from "./jobs/operation-jobs.ts";
import { createRecentJobs } from "./jobs/recent-jobs.ts";
import { createUsualTimes } from "./jobs/usual-times.ts";
import { loadMetrics } from "./metrics/load-metrics.ts";
import { createNotifications } from "./notifications/notifications.ts";
import { operationKindsOf } from "./operations/operation-kind.ts";
import { createPlannedRunner } from "./planned/run/planned-runner.ts";
import { createProfileLearner } from "./profile/learn/profile-learner.ts";
import { createProfileKeeper } from "./profile/profile-keeper.ts";
import { routes } from "./routes.ts";
import type { Services } from "./services.ts";
import { createHeartbeat } from "./status/heartbeat.ts";
import { createStoreCheck } from "./store/store-check.ts";

/** Hashing uses half of Node's four threads. A sign-in waits about two seconds behind a full queue. */
const hashing = { running: 2, waiting: 64, emptyMs: 2_000 };

/**
 * Creates the BFF: opens and migrates the store, starts the API of demo mode, adds the first people. Throws
 * DatabaseOpenError or StartError with one sentence that names the remedy.
 */
export async function createBff(env: ConsoleEnv, overrides: Partial<BffDependencies> = {}): Promise<Bff> {
  const dependencies = completeDependencies(env, overrides);
  const { clock, log, root } = dependencies;
  const metrics = overrides.metrics === undefined ? await loadMetrics(env, root) : overrides.metrics;
  const auditKeys = auditKeysOfEnv(env);
  const store = await dependencies.openStore(env.databaseUrl, {
    auditKeys,
    poolSize: env.databasePoolSize,
    onCall: metrics?.storeCalled,
    within: withinStoreTime,
    migrate: env.migrate,
    report: (progress) => log.info(progress),
  });
  const replicaID = randomUUID();
  const sealAudit = createAuditSeal({ clock, log, store, replicaID }, auditKeys, env.lostAuditKeyID);
  await claimStore(store, env)
    .then(() => sealAudit.begin())
    .catch(async (error: unknown) => {
      await store.close();
      throw error;
    });
  const starting = env.upstream ? null : dependencies.startDemoApi({ root, dataDir: env.dataDir, log });
  let demoApi: DemoApi | null = null;
  try {
    // Started first and awaited last, because the service takes the longest.
    starting?.catch(() => {});
    if (env.upstream) await addBootstrapAdministrator(store, env, clock.now(), log);
    else await addDemoPersonas(store, clock.now());
    demoApi = (await starting) ?? null;
  } catch (error) {
    await starting?.then((api) => api.close()).catch(() => {});
    await store.close();
    throw error;
  }

  const jobDirectories = { production: createJobDirectory(clock), sandbox: createJobDirectory(clock) };
  const usualTimesOf = (environment: Environment) => createUsualTimes({ environment, clock, follows: store.follows });
  const usualTimes = { production: usualTimesOf("production"), sandbox: usualTimesOf("sandbox") };
  const workerRuns = createWorkerRuns(clock);
  const build = readBuildInfo(root);
  const callServices = createCallServices({ clock, log, store });
  const learners = new Map(environments.map((environment) => [environment, createProfileLearner(clock)]));
  const profileKeeper = createProfileKeeper({ clock, log, store, workerRuns }, learners);
  const known = { jobDirectories, usualTimes, metrics, ...callServices };
  const callTimeoutMs = env.apiTimeouts.callMs;
  const calling = { ...dependencies, timeouts: env.apiTimeouts };
  const clients = createClients((env.upstream ?? demoApi?.upstream) as UpstreamEnv, calling, known, learners);
  let origins: ReadonlySet<string> = new Set(originsOf(env, env.port));
  let draining = false;
  let closed: Promise<void> | null = null;
  const closing = new AbortController();
  const closeAll = async () => {
    draining = true;
    // Calls that wait in the API's queue are no longer sent, and no further ones are accepted.
    closing.abort(new AppError("draining", "The console is shutting down."));
    const runsClosed = Promise.all([bulks.close(), imports.close(), plannedRunner.close()]);
    liveJobs.close();
    services.openStreams.close();
    await Promise.all([
      services.reconciler.close(),
      verifier.close(),
      draftCleaner.close(),
      snoozeCleaner.close(),
      follower.close(),
      apiProber.close(),
      backupRecorder.close(),
    ]);
    // Calls that were sent get their answers first, through open clients, and the store saves the results before it
    // closes.
    await runsClosed;
    await services.writes.idle();
    await Promise.all([...clients.values()].map((client) => client.close()));
    await services.refusals.close();
    await Promise.all([auditPush?.close(), notifications.close(), retention?.close(), heartbeat.close()]);
    await Promise.all([ssoProviders.close(), sessionSecrets.close(), profileKeeper.close()]);
    await demoApi?.close();
    await store.close();
  };
  const auditPush =
    env.auditPush && createAuditPush({ clock, log, store, workerRuns, random: dependencies.random }, env.auditPush);
  const retention = createRetention({ clock, log, store, workerRuns }, env.retentionDays, env.auditPush !== null);
  const sessionSecrets = createSessionSecrets(
    { clock, log },
    env.sessionSecrets ?? [demoSecret(env.dataDir, "session-secret")],
    {
      file: env.sessionSecretFile,
      onRotated: () => resealSecrets(store.totp, secretSeal, log),
    },
  );
  const secretSeal = createSecretSeal(sessionSecrets);
  await resealSecrets(store.totp, secretSeal, log);
  const sealing = {
    secure: isSecure(env),
    clock,
    get secrets() {
      return sessionSecrets.secrets;
    },
  };
  const { configuredValues } = env;
  const fitRules = () => fitApprovalRules({ store, clock, log, configuredValues, clients });
  const directoryOf = (environment: Environment) =>
    createCustomerDirectory(undefined, async (values) => {
      await store.contractValues.add(environment, values, clock.now());
      await fitRules();
    });
  const directories = { production: directoryOf("production"), sandbox: directoryOf("sandbox") };
  const ssoProviders = createSsoProviders(env.ssoProviders, { clock, log, fetch: dependencies.ssoFetch });
  const services: Services = {
    clock,
    log,
    store,
    workerRuns,
    profileKeeper,
    replicaID,
    sealAudit,
    build,
    ...callServices,
    metrics,
    metricsToken: env.metricsToken,
    storeCheck: createStoreCheck(store, clock),
    clients,
    callTimeoutMs,
    directories,
    customerNames: createCustomerNames({ directories, store }),
    jobDirectories,
    recentJobs: createRecentJobs({ clients, clock }),
    usualTimes,
    ticketRules: createTicketRules(env.tickets),
    operationJobs: createOperationJobs({ jobDirectories, usualTimes, clock }),
    seenActivities: { production: createActivityWordMemory(), sandbox: createActivityWordMemory() },
    overviews: { production: createTtlCache(clock), sandbox: createTtlCache(clock) },
    openStreams: createOpenStreams({
      clock,
      inForce: (sessionHashes) => findInForce(store, sessionHashes, clock.now()),
    }),
    configuredValues,
    cookie: createSessionCookie(sealing),
    browserCookie: createBrowserCookie(isSecure(env)),
    throttle: createSignInThrottle(store.pool, clock),
    factorThrottle: createFactorThrottle(store.pool, clock),
    secretSeal,
    challengeCookie: createChallengeCookie(sealing),
    writeLimit: createWriteLimit(store.pool, clock),
    auditPush,
    sendMail: createSendMail(env.mail),
    ssoProviders,
    roundCookie: createRoundCookie(sealing),
    refusals: createRefusalRecorder({ clock, log, store, workerRuns }, addressKey),
    hashing: createWorkQueue({ ...hashing, clock }),
    writes: createKeyedQueue(),
    closing: closing.signal,
    get operationKinds() {
      return kinds;
    },
    get reconciler() {
      return reconciler;
    },
    plannedRules: env.plannedRules,
    ...createApprovals(
      { store, clock, clients, callTimeoutMs, directories, log, configuredValues },
      dependencies.plannedApprovals,
    ),
    get plannedRunner() {
      return plannedRunner;
    },
    get bulks() {
      return bulks;
    },
    get imports() {
      return imports;
    },
    get attention() {
      return attention;
    },
    get notifications() {
      return notifications;
    },
    get liveJobs() {
      return liveJobs;
    },
    get origins() {
      return origins;
    },
    isDraining: () => draining,
  };
  const kinds = operationKindsOf(dependencies.operationKinds(services));
  const attention = createAttentionRegistry(services, attentionSources(services));
  const notifications = createNotifications(
    services,
    dependencies.random,
    env.notifications,
    notificationSources(services),
  );
  const reconciler = createReconciler(services, kinds);
  const verifier = createVerifier(services, kinds);
  const follower = createJobTracker(services, kinds);
  const liveJobs = createLiveJobs({
    clock,
    read: readJobOf(clients),
    changed: follower.saw,
    gone: follower.gone,
  });
  const draftCleaner = createDraftCleaner(services);
  const snoozeCleaner = createSnoozeCleaner(services);
  const heartbeat = createHeartbeat(services, build);
  const backupRecorder = createMaintenanceRecorder(services, env.databaseUrl);
  const [bulks, imports] = [createBulkRunner(services), createImportWorkers(services)];
  const plannedRunner = createPlannedRunner(services);
  const apiProber = createApiProber(services);
  const workers = [
    draftCleaner,
    snoozeCleaner,
    backupRecorder,
    sessionSecrets,
    reconciler,
    bulks,
    imports,
    plannedRunner,
    verifier,
    follower,
    apiProber,
    services.refusals,
    auditPush,
    notifications,
    retention,
    heartbeat,
    profileKeeper,
  ];
  for (const worker of workers) worker?.start();
  void fitRules();
  metrics?.observe({ ...services, workerRuns, isDraining: () => draining, liveJobs });
  const table: readonly AnyRoute<Services>[] = routes;

  return {
    ...createHttpServer(services, table, isSecure(env)),
    perform: <K>(key: K, request: PerformRequest) => performRoute(services, table, key as string, request) as never,
    demoPersonas: () => (demoApi ? [...demoPersonas] : null),
    ssoProviders: ssoProviders.choices,
    demoApiOrigin: () => demoApi?.upstream.baseUrl ?? null,
    builds: createKeptBuilds(store.builds, clock),
    checkStore: () => services.storeCheck.check(),
    setOrigins(list) {
      origins = new Set(list);
    },
    beginDrain() {
      draining = true;
    },
    drain() {
      draining = true;
      heartbeat.wake();
      liveJobs.drain();
    },
    cutStreams: services.openStreams.drain,
    close() {
      closed ??= closeAll();
      return closed;
    },
  };
}
