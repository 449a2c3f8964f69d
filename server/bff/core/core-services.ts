import type { Environment } from "#lib/contract/environment.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import type { Logger } from "./log/log.ts";
import type { WorkerRuns } from "./worker-runs.ts";

/**
 * The services that the routes of every module may use. A module that needs more services declares them in its own
 * `…-services.ts`. The `module.ts` files create these services.
 */
export interface CoreServices {
  clock: Clock;
  log: Logger;
  store: ConsoleStore;
  /** The state of the background workers. Missing if nothing reads it. */
  workerRuns?: WorkerRuns;
  /** One client for each configured environment. */
  clients: ReadonlyMap<Environment, ApiClient>;
  /** The time limit for one call to the API, including its retries, in milliseconds. */
  callTimeoutMs: number;
}

/** The services of modules that use only the store and not the API. */
export type StoreServices = Pick<CoreServices, "clock" | "log" | "store" | "workerRuns">;
