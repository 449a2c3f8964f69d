import type { Environment } from "#lib/contract/environment.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { JobDirectory } from "./job-directory.ts";
import type { LiveJobs } from "./live/live-jobs.ts";
import type { UsualTimes } from "./usual-times.ts";

export interface JobServices extends CoreServices {
  liveJobs: LiveJobs;
  /** Which jobs came past in each environment, and how they went on. */
  jobDirectories: Readonly<Record<Environment, JobDirectory>>;
  /** How long jobs usually take in each environment. */
  usualTimes: Readonly<Record<Environment, UsualTimes>>;
}
