import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import type { ApprovalSource } from "#server/bff/core/approval-gate.ts";

export interface BulkServices extends ContractServices {
  /** What checks and runs bulk changes: woken where there is something to do. */
  bulks: { wake(): void };
  /** How what has many rows is described to the person who approves it. */
  approvalSources: readonly ApprovalSource[];
  /** The origins of this console, for links in receipts. */
  origins: ReadonlySet<string>;
}
