import type { ConfiguredValues } from "#server/bff/config/env.ts";
import type { ApprovalGate } from "#server/bff/core/approval-gate.ts";
import type { CustomerServices } from "#server/bff/customers/customer-services.ts";
import type { JobServices } from "#server/bff/jobs/job-services.ts";
import type { OperationServices } from "#server/bff/operations/operation-services.ts";

export interface ContractServices extends CustomerServices, JobServices, OperationServices {
  /** The configured plans and terms. */
  configuredValues: ConfiguredValues;
  /** Decides which writes need an approval. */
  approvalGate: ApprovalGate;
}
