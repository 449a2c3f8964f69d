import type { AttentionServices } from "#server/bff/attention/attention-services.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import type { ApprovalSource } from "#server/bff/core/approval-gate.ts";

export interface ApprovalServices extends ContractServices, AttentionServices {
  /** The subjects of approval requests except single changes: bulk changes, imports and planned changes. */
  approvalSources: readonly ApprovalSource[];
}
