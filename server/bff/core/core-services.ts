import type { Environment } from "#lib/contract/environment.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import type { Logger } from "./log/log.ts";
import type { WorkerRuns } from "./worker-runs.ts";

/** What every room needs. A room that needs more names it in its own `…-services.ts`; `create-bff.ts` passes it on. */
export interface CoreServices {
  clock: Clock;
  log: Logger;
  store: ConsoleStore;
  /** How background work fares; absent where nobody asks. */
  workerRuns?: WorkerRuns;
  /** One client for each configured environment, none for another. */
  clients: ReadonlyMap<Environment, ApiClient>;
  /** How long one call at the API may take, with its repeats; milliseconds. */
  callTimeoutMs: number;
}
