import type { ContractServices } from "#server/bff/contracts/contract-services.ts";

/** The configured limits for planned changes. */
export interface PlannedRules {
  /** How long after its planned time a step may still run, in milliseconds. */
  graceMs: number;
  /** How long a temporary change may last, in milliseconds. */
  maxTemporaryMs: number;
}

/** The services that run planned changes. */
export interface PlannedRunServices extends ContractServices {
  plannedRules: PlannedRules;
}

export interface PlannedServices extends PlannedRunServices {
  /** Runs planned changes. `wake` must be called if a new step is due immediately. */
  plannedRunner: { wake(): void };
}
