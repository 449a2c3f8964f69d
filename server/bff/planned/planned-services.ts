import type { Contract } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { BulkChange } from "#lib/contract/values/operations/bulk-states.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";

/** What somebody plans, or plans again. */
export interface PlannedRequest {
  environment: Environment;
  customerID: string;
  /** One change, or one of each member of the contract. */
  changes: readonly BulkChange[];
  expected: Contract;
  staffID: string;
  /** The one that is planned again. */
  plannedChangeID?: string | undefined;
}

/** Says which planned changes a second person has to approve. */
export interface PlannedApprovalRules {
  /** `on`: in the transaction that keeps it. */
  neededFor(request: PlannedRequest, on?: Parameters<WriteGuard>[0]): Promise<boolean>;
}

/** The limits of the house. */
export interface PlannedRules {
  /** How long after its time a step may still run, in milliseconds. */
  graceMs: number;
  /** How long a temporary change may last, in milliseconds. */
  maxTemporaryMs: number;
}

export interface PlannedServices extends ContractServices {
  /** What runs planned changes: woken where something is due at once. */
  plannedRunner: { wake(): void };
  plannedApprovals: PlannedApprovalRules;
  plannedRules: PlannedRules;
}
