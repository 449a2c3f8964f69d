import type { Contract } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { ApprovalReason } from "#lib/contract/values/operations/approval-states.ts";
import type { BulkChange } from "#lib/contract/values/operations/bulk-states.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";

/** The content of a new or changed plan. */
export interface PlannedRequest {
  environment: Environment;
  customerID: string;
  /** One change, or one for each member of the contract. */
  changes: readonly BulkChange[];
  expected: Contract;
  staffID: string;
  /** The planned change that is planned again. */
  plannedChangeID?: string | undefined;
}

/** Decides which planned changes need approval. */
export interface PlannedApprovalRules {
  /** The rules that apply. Empty: no approval needed. `on`: in the transaction that stores it. */
  reasonsFor(request: PlannedRequest, on?: Parameters<WriteGuard>[0]): Promise<readonly ApprovalReason[]>;
}

/** The configured limits. */
export interface PlannedRules {
  /** How long after its time a step may still run, in milliseconds. */
  graceMs: number;
  /** How long a temporary change may last, in milliseconds. */
  maxTemporaryMs: number;
}

/** The services that run planned changes. */
export interface PlannedRunServices extends ContractServices {
  plannedApprovals: PlannedApprovalRules;
  plannedRules: PlannedRules;
}

export interface PlannedServices extends PlannedRunServices {
  /** Runs planned changes. Wake it when a step becomes due now. */
  plannedRunner: { wake(): void };
}
