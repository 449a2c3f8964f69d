import type { Environment } from "#lib/contract/environment.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { SessionCookie } from "#server/bff/access/session-cookie.ts";
import type { SignInThrottle } from "#server/bff/access/sign-in-throttle.ts";
import type { SeenActivities } from "#server/bff/activities/seen-activities.ts";
import type { BulkRunner } from "#server/bff/bulk/bulk-runner.ts";
import type { ConfiguredValues } from "#server/bff/contracts/list-contract-values.ts";
import type { CustomerDirectory } from "#server/bff/customers/customer-directory.ts";
import type { JobFollower } from "#server/bff/jobs/job-follower.ts";
import type { LiveJobs } from "#server/bff/jobs/live/live-jobs.ts";
import type { RunningJobs } from "#server/bff/jobs/running-jobs.ts";
import type { Reconciler } from "#server/bff/operations/reconciler.ts";
import type { ShortMemory } from "#server/bff/overview/short-memory.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import type { KeyedQueue } from "./keyed-queue.ts";
import type { Logger } from "./log.ts";
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
