import type { Environment } from "#lib/contract/environment.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import type { Logger } from "./log/log.ts";
import type { WorkerRuns } from "./worker-runs.ts";

/**
 * The services that routes of every room may use. A room that needs more services declares them in its own
 * `…-services.ts`; the rooms' modules add them.
 */
export interface CoreServices {
  clock: Clock;
  log: Logger;
  store: ConsoleStore;
  /** The state of the background workers. Absent if nothing reads it. */
  workerRuns?: WorkerRuns;
  /** One client for each configured environment. */
  clients: ReadonlyMap<Environment, ApiClient>;
  /** The time limit of one call to the API with its retries, in milliseconds. */
  callTimeoutMs: number;
}

/** The services of rooms that work on the store only. */
export type StoreServices = Pick<CoreServices, "clock" | "log" | "store" | "workerRuns">;
