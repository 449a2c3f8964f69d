import type { Environment } from "#lib/contract/environment.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { CustomerNames } from "#server/bff/core/customer-names.ts";
import type { JobDirectory } from "./job-directory.ts";
import type { JobRecord } from "./job-record.ts";
import type { LiveJobs } from "./live/live-jobs.ts";
import type { RecentJobs } from "./recent-jobs.ts";
import type { UsualTimes } from "./usual-times.ts";

export interface JobServices extends CoreServices {
  liveJobs: LiveJobs;
  customerNames: CustomerNames;
  /** The observed jobs of each environment and their progress. */
  jobDirectories: Readonly<Record<Environment, JobDirectory>>;
  /** The stored jobs of each environment. */
  jobRecords: Readonly<Record<Environment, JobRecord>>;
  recentJobs: RecentJobs;
  /** The usual durations of jobs in each environment. */
  usualTimes: Readonly<Record<Environment, UsualTimes>>;
}
