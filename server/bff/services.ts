import type { Environment } from "#lib/contract/environment.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { BrowserCookie } from "./access/browser-cookie.ts";
import type { BulkRunner } from "./bulk/bulk-runner.ts";
import type { CustomerDirectory } from "./customer-directory.ts";
import type { JobFollower } from "./job-follower.ts";
import type { KeyedQueue } from "./keyed-queue.ts";
import type { ConfiguredValues } from "./list-contract-values.ts";
import type { LiveJobs } from "./live-jobs/live-jobs.ts";
import type { Logger } from "./log.ts";
import type { ShortMemory } from "./overview/short-memory.ts";
import type { Reconciler } from "./reconciler.ts";
import type { RunningJobs } from "./running-jobs.ts";
import type { SeenActivities } from "./seen-activities.ts";
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
  browserCookie: BrowserCookie;
  throttle: SignInThrottle;
  /** Where passwords are hashed. */
  hashing: WorkQueue;
  /** Where writes run, one at a time for each thing that is written. */
  writes: KeyedQueue;
  reconciler: Reconciler;
  /** What checks and runs bulk changes. */
  bulks: BulkRunner;
  follower: JobFollower;
  liveJobs: LiveJobs;
  /** One client for each configured environment, none for another. */
  clients: ReadonlyMap<Environment, ApiClient>;
  /** Who came past in each environment. */
  directories: Readonly<Record<Environment, CustomerDirectory>>;
  /** Jobs that came past in each environment and were not over. */
  runningJobs: Readonly<Record<Environment, RunningJobs>>;
  /** Which types and directions activities had in each environment. */
  seenActivities: Readonly<Record<Environment, SeenActivities>>;
  /** What was read for each environment's overview in the last seconds. */
  overviews: Readonly<Record<Environment, ShortMemory>>;
  /** The plans and terms of the configuration. */
  configuredValues: ConfiguredValues;
  /** Where state-changing requests may come from. */
  origins: ReadonlySet<string>;
  isDraining(): boolean;
}
