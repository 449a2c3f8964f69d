import type { Environment } from "#lib/contract/environment.ts";
import type { OperationOutcome } from "#lib/contract/operation-outcome.ts";
import type { OperationState } from "#lib/contract/operations/operation.ts";

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
  /** Those of one ticket, as it is compared: `ticketKeyOf`. */
  ticketKey?: string | undefined;
  /** Those that took up its values. */
  againOf?: string | undefined;
  /** Those of exactly this request. */
  bodyHash?: string | undefined;
  /** True leaves out those of bulk changes. */
  withoutBulk?: boolean | undefined;
  /** Part of a company's name, or the beginning of a customer's or an operation's ID. */
  searchTerm?: string | undefined;
  /** Only those that were recorded then or later. */
  sinceMs?: number | undefined;
  /** Only those that were recorded before. */
  untilMs?: number | undefined;
}
