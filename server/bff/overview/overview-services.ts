import type { Environment } from "#lib/contract/environment.ts";
import type { AttentionServices } from "#server/bff/attention/attention-services.ts";
import type { ConfiguredValues } from "#server/bff/config/env.ts";
import type { TtlCache } from "#server/bff/core/ttl-cache.ts";
import type { CustomerServices } from "#server/bff/customers/customer-services.ts";
import type { JobServices } from "#server/bff/jobs/job-services.ts";
import type { OperationServices } from "#server/bff/operations/operation-services.ts";

export interface OverviewServices
  extends CustomerServices,
    AttentionServices,
    Pick<JobServices, "recentJobs">,
    Pick<OperationServices, "operationJobs" | "customerNames"> {
  /** The plans and terms of the configuration, in the order in which they are shown. */
  configuredValues: Pick<ConfiguredValues, "plans" | "terms">;
  /** What was read for each environment's overview in the last seconds. */
  overviews: Readonly<Record<Environment, TtlCache>>;
}
