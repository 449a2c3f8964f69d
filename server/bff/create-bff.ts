import { type Environment, environments } from "#lib/contract/environment.ts";
import { type Clock, systemClock } from "#server/api-client/clock.ts";
import { type ApiClient, createApiClient } from "#server/api-client/create-api-client.ts";
import { createUpstreamFetch, type FetchLike } from "#server/api-client/transport/upstream-fetch.ts";
import { addBootstrapAdministrator } from "#server/bff/access/first-staff.ts";
import { createSessionCookie } from "#server/bff/access/session-cookie.ts";
import { createSignInThrottle } from "#server/bff/access/sign-in-throttle.ts";
import { createSeenActivities } from "#server/bff/activities/seen-activities.ts";
import { createCredentialSource } from "#server/bff/config/credential-source.ts";
import type { ConsoleEnv, UpstreamEnv } from "#server/bff/config/env.ts";
import { isSecure, originsOf } from "#server/bff/config/origins.ts";
import { createKeyedQueue } from "#server/bff/core/keyed-queue.ts";
import { createLog, type Logger } from "#server/bff/core/log.ts";
import { requestAddress } from "#server/bff/core/page-context.ts";
import { requestIDOf } from "#server/bff/core/request-id.ts";
import type { AnyRoute } from "#server/bff/core/route.ts";
import { createWorkQueue } from "#server/bff/core/work-queue.ts";
import { createCustomerDirectory } from "#server/bff/customers/customer-directory.ts";
import { addDemoPersonas } from "#server/bff/demo/add-demo-personas.ts";
import { claimStore } from "#server/bff/demo/claim-store.ts";
import { type DemoApi, startDemoApi } from "#server/bff/demo/demo-api.ts";
import { demoPersonas } from "#server/bff/demo/demo-personas.ts";
import { demoSecret } from "#server/bff/demo/demo-secret.ts";
import { createHttpServer } from "#server/bff/http/http-server.ts";
import { performRoute } from "#server/bff/http/perform-route.ts";
import { createJobTracker } from "#server/bff/jobs/job-tracker.ts";
import { createLiveJobs } from "#server/bff/jobs/live/live-jobs.ts";
import { readJobOf } from "#server/bff/jobs/live/read-job-of.ts";
import { createReconciler } from "#server/bff/operations/reconciler.ts";
import { createTtlCache } from "#server/bff/overview/ttl-cache.ts";
import { createBrowserCookie } from "./access/browser-cookie.ts";
import { createOpenStreams } from "./access/open-streams.ts";
import { createWriteLimit } from "./access/write-limit.ts";
import type { Bff } from "./bff.ts";
import { createBulkRunner } from "./bulk/bulk-runner.ts";
import { contractChangeKind } from "./contracts/contract-change-kind.ts";
import { creationKind } from "./creations/creation-kind.ts";
import type { PerformRequest } from "./http/perform-route.ts";
import { assessJobs } from "./jobs/assess-jobs.ts";
import { createJobDirectory } from "./jobs/job-directory.ts";
import { createOperationJobs } from "./jobs/operation-jobs.ts";
import { createUsualTimes } from "./jobs/usual-times.ts";
import { type OperationKind, operationKindsOf } from "./operations/operation-kind.ts";
import { routes } from "./routes.ts";
import type { Services } from "./services.ts";
import { openStore } from "./store/open-store.ts";
import { createStoreCheck } from "./store/store-check.ts";

export interface BffDependencies {
  clock: Clock;
  /** A number in [0, 1), for jitter. */
  random: () => number;
  log: Logger;
  /** Called once for each environment: nothing is shared between two. */
  createFetch: () => FetchLike;
  /** Opens the console's own store. */
  openStore: typeof openStore;
  /** Makes the kinds of writes that there are. */
  operationKinds: (services: Services) => readonly OperationKind[];
  /** The folder of the repository. */
  root: string;
}

/** Every kind of write that the console knows. */
const operationKinds = (services: Services) => [creationKind(services), contractChangeKind(services)];

/** Half of Node's four threads hash; a sign-in waits about two seconds behind a full queue. */
const hashing = { running: 2, waiting: 64, emptyMs: 2_000 };

/**
 * Makes the BFF: opens and migrates the store, starts the API of demo mode, adds the first staff.
 * Throws DatabaseOpenError or StartError with one sentence that says what to do.
 */
export async function createBff(env: ConsoleEnv, given: Partial<BffDependencies> = {}): Promise<Bff> {
  const dependencies: BffDependencies = {
    clock: systemClock,
    random: Math.random,
    log: given.log ?? createLog(env.logLevel),
    createFetch: createUpstreamFetch,
    openStore,
    operationKinds,
    root: process.cwd(),
    ...given,
  };
  const { clock, log, root } = dependencies;
  const secrets = env.sessionSecrets ?? [demoSecret(env.dataDir)];
  const store = await dependencies.openStore(env.databaseUrl, { poolSize: env.databasePoolSize });
  await claimStore(store, env).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const starting = env.upstream ? null : startDemoApi({ root, dataDir: env.dataDir, log });
  let demoApi: DemoApi | null = null;
  try {
    // Started first and awaited last: the service takes the longest.
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
  const clients = createClients((env.upstream ?? demoApi?.upstream) as UpstreamEnv, dependencies, {
    jobDirectories,
    usualTimes,
  });
  let origins: ReadonlySet<string> = new Set(originsOf(env, env.port));
  let draining = false;
  let closed: Promise<void> | null = null;
  const closeAll = async () => {
    draining = true;
    // What a bulk change has under way ends with the clients; it takes nothing further.
    const bulksClosed = bulks.close();
    liveJobs.close();
    services.openStreams.close();
    await Promise.all([services.reconciler.close(), follower.close()]);
    await Promise.all([...clients.values()].map((client) => client.close()));
    // What was sent is answered or broken now: its result is kept before the store goes.
    await services.writes.idle();
    await bulksClosed;
    await demoApi?.close();
    await store.close();
  };
  const services: Services = {
    clock,
    log,
    store,
    storeCheck: createStoreCheck(store, clock),
    clients,
    directories: { production: createCustomerDirectory(), sandbox: createCustomerDirectory() },
    jobDirectories,
    usualTimes,
    operationJobs: createOperationJobs({ jobDirectories, usualTimes, clock }),
    seenActivities: { production: createSeenActivities(), sandbox: createSeenActivities() },
    overviews: { production: createTtlCache(clock), sandbox: createTtlCache(clock) },
    openStreams: createOpenStreams({
      clock,
      inForce: (sessionHashes) => store.sessions.environmentsOf(sessionHashes, clock.now()),
    }),
    configuredValues: env.configuredValues,
    cookie: createSessionCookie({ secrets, secure: isSecure(env), clock }),
    browserCookie: createBrowserCookie(isSecure(env)),
    throttle: createSignInThrottle(store.pool, clock),
    writeLimit: createWriteLimit(store.pool, clock),
    hashing: createWorkQueue({ ...hashing, clock }),
    writes: createKeyedQueue(),
    get operationKinds() {
      return kinds;
    },
    get reconciler() {
      return reconciler;
    },
    get bulks() {
      return bulks;
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
  const reconciler = createReconciler(services, kinds);
  const follower = createJobTracker(services, kinds);
  const liveJobs = createLiveJobs({
    clock,
    read: readJobOf(clients),
    changed: follower.saw,
    gone: follower.gone,
  });
  reconciler.start();
  const bulks = createBulkRunner(services);
  bulks.start();
  follower.start();
  const table: readonly AnyRoute<Services>[] = routes;
  const httpServer = createHttpServer(services, table, isSecure(env));

  return {
    fetch: (request, address = requestAddress()) =>
      httpServer(request, requestIDOf(request.headers.get("x-request-id")), address),
    perform: <K>(key: K, request: PerformRequest) => performRoute(services, table, key as string, request) as never,
    demoPersonas: () => (demoApi ? [...demoPersonas] : null),
    demoApiOrigin: () => demoApi?.upstream.baseUrl ?? null,
    checkStore: () => services.storeCheck.check(),
    setOrigins(list) {
      origins = new Set(list);
    },
    drain() {
      draining = true;
      liveJobs.drain();
    },
    cutStreams: services.openStreams.drain,
    close() {
      closed ??= closeAll();
      return closed;
    },
  };
}

function createClients(
  upstream: UpstreamEnv,
  { clock, random, createFetch, log }: BffDependencies,
  { jobDirectories, usualTimes }: Pick<Services, "jobDirectories" | "usualTimes">,
): ReadonlyMap<Environment, ApiClient> {
  const clients = new Map<Environment, ApiClient>();
  const credentialsOf = createCredentialSource(upstream);
  for (const environment of environments) {
    if (!upstream.credentials[environment]) continue;
    const credentials = () => credentialsOf(environment);
    const onCall: NonNullable<Parameters<typeof createApiClient>[0]["onCall"]> = (call) => {
      // Who went away is no failure of the API.
      if (call.outcome === "ok" || call.outcome === "aborted") log.debug({ ...call }, "API call");
      else log.info({ ...call }, "API call failed");
    };
    const fetch = createFetch();
    const client = createApiClient({
      environment,
      baseUrl: upstream.baseUrl,
      ...(upstream.numbersPath === undefined ? {} : { numbersPath: upstream.numbersPath }),
      credentials,
      fetch,
      clock,
      random,
      onCall,
    });
    const known = { clock, directory: jobDirectories[environment], usualTimes: usualTimes[environment] };
    clients.set(environment, assessJobs(client, known));
  }
  return clients;
}
