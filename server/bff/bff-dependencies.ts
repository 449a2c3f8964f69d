import { type Clock, systemClock } from "#server/api-client/clock.ts";
import { createUpstreamFetch, type FetchLike } from "#server/api-client/transport/upstream-fetch.ts";
import type { createSsoProviders } from "./access/sso/providers.ts";
import type { ConsoleEnv } from "./config/env.ts";
import { createLog, type Logger } from "./core/log/log.ts";
import type { RoomModule } from "./core/module.ts";
import { startDemoApi } from "./demo/demo-api.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { AnyOperationKind } from "./operations/operation-kind.ts";
import { openStore } from "./store/open-store.ts";
import type { Tracing } from "./tracing/tracing.ts";

/** The external dependencies of a console. Tests can replace each of them. */
export interface BffDependencies {
  clock: Clock;
  /** A number in [0, 1), for jitter. */
  random: () => number;
  log: Logger;
  /** Called once for each environment, so that environments share nothing. */
  createFetch: () => FetchLike;
  /** Sends the requests to single sign-on providers. Absent: the requests are sent over HTTP. */
  ssoFetch?: Parameters<typeof createSsoProviders>[1]["fetch"];
  /** Opens the console's own store. */
  openStore: typeof openStore;
  /** Starts the API of demo mode. */
  startDemoApi: typeof startDemoApi;
  /** The root folder of the repository. */
  root: string;
  /** Modules that a test adds. They are created after all other modules. */
  furtherRooms?: readonly RoomModule<AnyOperationKind>[];
  /** The metrics. Null if nothing is measured. If absent, the configuration decides whether something is measured. */
  metrics?: Metrics | null;
  /** Traces API calls. Null or absent if nothing is traced. Its creator must close it. */
  tracing?: Pick<Tracing, "traced"> | null;
}

/** Adds the real dependencies of this machine that `overrides` does not have. */
export function completeDependencies(env: ConsoleEnv, overrides: Partial<BffDependencies>): BffDependencies {
  return {
    clock: systemClock,
    random: Math.random,
    log: overrides.log ?? createLog(env.logLevel),
    createFetch: createUpstreamFetch,
    openStore,
    startDemoApi,
    root: process.cwd(),
    ...overrides,
  };
}
