import type { Environment } from "#lib/contract/environment.ts";
import type { OperationOutcome } from "#lib/contract/operation-outcome.ts";
import type { OperationState } from "#lib/contract/operations/operation.ts";
import type { OneOrMore } from "#server/bff/store/one-or-more.ts";

/** Selects operations of a list. A missing member does not filter. */
export interface OperationFilter {
  environment: Environment;
  staffID?: OneOrMore<string> | undefined;
  states?: readonly OperationState[] | undefined;
  outcomes?: readonly OperationOutcome[] | undefined;
  customerID?: string | undefined;
  kind?: OneOrMore<string> | undefined;
  jobID?: string | undefined;
  bulkID?: string | undefined;
  /** Only operations of this ticket. The value is the result of `ticketKeyOf`. */
  ticketKey?: string | undefined;
  /** Only operations that repeat or undo the operation with this ID. */
  againOf?: string | undefined;
  /** Only operations whose request has this hash. */
  bodyHash?: string | undefined;
  /** True excludes operations of bulk changes. */
  withoutBulk?: boolean | undefined;
  /** A part of a company name, or the beginning of a customer ID or an operation ID. */
  searchTerm?: string | undefined;
  /** Only operations recorded at this time or later. */
  sinceMs?: number | undefined;
  /** Only operations recorded before this time. */
  untilMs?: number | undefined;
}
