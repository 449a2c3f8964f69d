import type { AttentionServices } from "#server/bff/attention/attention-services.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import type { ApprovalSource } from "#server/bff/core/approval-gate.ts";

export interface ApprovalServices extends ContractServices, AttentionServices {
  /** What an approval request may be about besides a single change: bulk changes, imports and planned changes. */
  approvalSources: readonly ApprovalSource[];
}
