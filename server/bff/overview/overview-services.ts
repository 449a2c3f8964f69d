import type { Environment } from "#lib/contract/environment.ts";
import type { AttentionServices } from "#server/bff/attention/attention-services.ts";
import type { ConfiguredValues } from "#server/bff/config/env.ts";
import type { TtlCache } from "#server/bff/core/ttl-cache.ts";
import type { CustomerServices } from "#server/bff/customers/customer-services.ts";
import type { JobServices } from "#server/bff/jobs/job-services.ts";
import type { KnownServices } from "#server/bff/known/known-services.ts";
import type { OperationServices } from "#server/bff/operations/operation-services.ts";

export interface OverviewServices
  extends CustomerServices,
    AttentionServices,
    Pick<JobServices, "recentJobs">,
    Pick<KnownServices, "isKnownOn">,
    Pick<OperationServices, "operationJobs" | "customerNames"> {
  /** The configured plans and terms, in display order. */
  configuredValues: Pick<ConfiguredValues, "plans" | "terms">;
  /** The recent results of the overview in each environment. */
  overviews: Readonly<Record<Environment, TtlCache>>;
}
