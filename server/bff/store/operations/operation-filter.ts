import type { Environment } from "#lib/contract/environment.ts";
import type { OperationState } from "#lib/contract/operation.ts";
import type { OperationOutcome } from "#lib/contract/operation-outcome.ts";

/** Which operations a list holds; what is left out does not narrow it. */
export interface OperationFilter {
  environment: Environment;
  staffID?: string | undefined;
  states?: readonly OperationState[] | undefined;
  outcomes?: readonly OperationOutcome[] | undefined;
  customerID?: string | undefined;
  kind?: string | undefined;
  jobID?: string | undefined;
  bulkID?: string | undefined;
  /** Those that took up its values. */
  againOf?: string | undefined;
  /** Those of exactly this request. */
  bodyHash?: string | undefined;
  /** True leaves out those of bulk changes. */
  withoutBulk?: boolean | undefined;
  /** Only those that were begun then or later. */
  sinceMs?: number | undefined;
}
