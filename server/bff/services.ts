import type { Environment } from "#lib/contract/environment.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { CustomerDirectory } from "./customer-directory.ts";
import type { KeyedQueue } from "./keyed-queue.ts";
import type { Logger } from "./log.ts";
import type { Reconciler } from "./reconciler.ts";
import type { SessionCookie } from "./session-cookie.ts";
import type { SignInThrottle } from "./sign-in-throttle.ts";
import type { ConsoleStore } from "./store/open-store.ts";
import type { WorkQueue } from "./work-queue.ts";

/** What the operations work with. */
export interface Services {
  clock: Clock;
  log: Logger;
  store: ConsoleStore;
  cookie: SessionCookie;
  throttle: SignInThrottle;
  /** Where passwords are hashed. */
  hashing: WorkQueue;
  /** Where writes run, one at a time for each thing that is written. */
  writes: KeyedQueue;
  reconciler: Reconciler;
  /** One client for each configured environment, none for another. */
  clients: ReadonlyMap<Environment, ApiClient>;
  /** Who came past in each environment. */
  directories: Readonly<Record<Environment, CustomerDirectory>>;
  /** Where state-changing requests may come from. */
  origins: ReadonlySet<string>;
  isDraining(): boolean;
}
