import type { ContractServices } from "#server/bff/contracts/contract-services.ts";

/** The configured limits. */
export interface PlannedRules {
  /** How long after its time a step may still run, in milliseconds. */
  graceMs: number;
  /** How long a temporary change may last, in milliseconds. */
  maxTemporaryMs: number;
}

/** The services that run planned changes. */
export interface PlannedRunServices extends ContractServices {
  plannedRules: PlannedRules;
}

export interface PlannedServices extends PlannedRunServices {
  /** Runs planned changes. Wake it when a step becomes due now. */
  plannedRunner: { wake(): void };
}
