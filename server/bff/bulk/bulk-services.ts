import type { ApprovalSource } from "#server/bff/core/approval-gate.ts";
import type { Origins } from "#server/bff/core/origins.ts";
import type { PlannedServices } from "#server/bff/planned/planned-services.ts";

/** The services that the worker of bulk changes needs. */
export interface BulkRunServices extends PlannedServices {
  /** The sources that describe bulk changes and other subjects to the people who approve them. */
  approvalSources: readonly ApprovalSource[];
}

export interface BulkServices extends BulkRunServices {
  /** The worker that checks and runs bulk changes. `wake` starts its next run immediately. */
  bulks: { wake(): void };
  /** The origins of this console, for links in results files. */
  origins: Origins;
}
