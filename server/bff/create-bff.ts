import { randomUUID } from "node:crypto";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { readBuildInfo } from "#server/bff/config/build-info.ts";
import type { ConsoleEnv } from "#server/bff/config/env.ts";
import { isSecure, originsOf } from "#server/bff/config/origins.ts";
import { createOrigins } from "#server/bff/core/origins.ts";
import { withinStoreTime } from "#server/bff/core/page-context.ts";
import type { AnyRoute } from "#server/bff/core/route.ts";
import { claimStore } from "#server/bff/demo/claim-store.ts";
import { demoPersonas } from "#server/bff/demo/demo-personas.ts";
import { demoSecret } from "#server/bff/demo/demo-secret.ts";
import { createHttpServer } from "#server/bff/http/http-server.ts";
import { performRoute } from "#server/bff/http/pipeline/perform-route.ts";
import { auditKeysOfEnv } from "./audit-keys-of-env.ts";
import type { Bff } from "./bff.ts";
import { type BffDependencies, completeDependencies } from "./bff-dependencies.ts";
import { isIssuedByOneOf } from "./config/sso-issuers.ts";
import { createWorkerRuns } from "./core/worker-runs.ts";
import type { PerformRequest } from "./http/pipeline/perform-route.ts";
import { loadMetrics } from "./metrics/load-metrics.ts";
import { type BaseServices, rooms, routes, type Services } from "./rooms.ts";
import { createStoreCheck } from "./store/store-check.ts";

/**
 * Creates the BFF: opens and migrates the store, creates all modules in their order (rooms.ts), and starts them. Throws
 * DatabaseOpenError or StartError, with one sentence that includes the remedy.
 */
export async function createBff(env: ConsoleEnv, overrides: Partial<BffDependencies> = {}): Promise<Bff> {
  const dependencies = completeDependencies(env, overrides);
  const { clock, log, root } = dependencies;
  const metrics = overrides.metrics === undefined ? await loadMetrics(env, root) : overrides.metrics;
  const auditKeys = auditKeysOfEnv(env);
  const store = await dependencies.openStore(env.databaseUrl, {
    auditKeys,
    canSignInFrom: (issuer) => isIssuedByOneOf(env.ssoProviders, issuer),
    poolSize: env.databasePoolSize,
    onCall: metrics?.storeCalled,
    within: withinStoreTime,
    migrate: env.migrate,
    report: (progress) => log.info(progress),
    onListening(isListening) {
      if (isListening) log.info("writes of other processes are heard at once");
      else log.warn("PostgreSQL delivers no notifications: work of other processes is searched for every 15 seconds");
    },
  });
  const closing = new AbortController();
  let draining = false;
  const closeStoreAfter = async (error: unknown) => {
    await store.close();
    throw error;
  };
  const makeRooms = async () => {
    await claimStore(store, env);
    const base: BaseServices = {
      ...dependencies,
      env,
      store,
      storeCheck: createStoreCheck(store, clock),
      workerRuns: createWorkerRuns(clock),
      auditKeys,
      initialSessionSecrets: env.sessionSecrets ?? [demoSecret(env.dataDir, "session-secret")],
      replicaID: randomUUID(),
      build: readBuildInfo(root),
      metrics,
      origins: createOrigins(originsOf(env, env.port)),
      closing: closing.signal,
      isDraining: () => draining,
    };
    return rooms.create(base, dependencies.furtherRooms);
  };
  const { services, start, drain, close } = await makeRooms().catch(closeStoreAfter);
  start();

  let closed: Promise<void> | null = null;
  async function closeAll(): Promise<void> {
    draining = true;
    // After this, calls that wait in the queue of the API client are not sent, and no further calls are accepted.
    closing.abort(new AppError("draining", "The console is shutting down."));
    await close().finally(() => store.close());
  }

  const { demoApi, ssoProviders, isKnownOn, storeCheck, openStreams, origins, builds } = services;
  const table: readonly AnyRoute<Services>[] = routes;

  return {
    ...createHttpServer(services, table, isSecure(env)),
    perform: <K>(key: K, request: PerformRequest) => performRoute(services, table, key as string, request) as never,
    demoPersonas: () => (demoApi ? [...demoPersonas] : null),
    ssoProviders: ssoProviders.choices,
    isKnownOn: () => isKnownOn,
    isReadAheadOn: () => env.isReadAheadOn,
    demoApiOrigin: () => demoApi?.upstream.baseUrl ?? null,
    builds,
    checkStore: storeCheck.check,
    setOrigins: origins.set,
    beginDrain() {
      draining = true;
    },
    drain() {
      draining = true;
      drain();
    },
    cutStreams: openStreams.drain,
    countStreams: openStreams.count,
    close() {
      closed ??= closeAll();
      return closed;
    },
  };
}
