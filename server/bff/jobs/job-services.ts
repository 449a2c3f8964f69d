import type { Environment } from "#lib/contract/environment.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { CustomerNames } from "#server/bff/core/customer-names.ts";
import type { JobDirectory } from "./job-directory.ts";
import type { LiveJobs } from "./live/live-jobs.ts";
import type { RecentJobs } from "./recent-jobs.ts";
import type { UsualTimes } from "./usual-times.ts";

export interface JobServices extends CoreServices {
  liveJobs: LiveJobs;
  customerNames: CustomerNames;
  /** Which jobs came past in each environment, and how they went on. */
  jobDirectories: Readonly<Record<Environment, JobDirectory>>;
  recentJobs: RecentJobs;
  /** How long jobs usually take in each environment. */
  usualTimes: Readonly<Record<Environment, UsualTimes>>;
}
