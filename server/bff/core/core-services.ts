import type { Environment } from "#lib/contract/environment.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import type { Logger } from "./log.ts";

/** What every room works with. What only some need is named in their own `…-services.ts`, and handed over in `create-bff.ts`. */
export interface CoreServices {
  clock: Clock;
  log: Logger;
  store: ConsoleStore;
  /** One client for each configured environment, none for another. */
  clients: ReadonlyMap<Environment, ApiClient>;
}
