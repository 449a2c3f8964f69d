import type { Environment } from "#lib/contract/environment.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { LiveJobs } from "./live/live-jobs.ts";
import type { RunningJobs } from "./running-jobs.ts";

export interface JobServices extends CoreServices {
  liveJobs: LiveJobs;
  /** Jobs that came past in each environment and were not over. */
  runningJobs: Readonly<Record<Environment, RunningJobs>>;
}
