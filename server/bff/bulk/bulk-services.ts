import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import type { ApprovalSource } from "#server/bff/core/approval-gate.ts";
import type { Origins } from "#server/bff/core/origins.ts";

export interface BulkServices extends ContractServices {
  /** The worker that checks and runs bulk changes. `wake` makes it run at once. */
  bulks: { wake(): void };
  /** The descriptions of subjects with many rows for their approvers. */
  approvalSources: readonly ApprovalSource[];
  /** The origins of this console, for links in results files. */
  origins: Origins;
}
