import type { AttentionServices } from "#server/bff/attention/attention-services.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import type { ApprovalSource } from "#server/bff/core/approval-gate.ts";

export interface ApprovalServices extends ContractServices, AttentionServices {
  /** The subjects with many rows that may need approval: bulk changes and imports. */
  approvalSources: readonly ApprovalSource[];
}
