import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { OperationExportQuery } from "#lib/contract/operations/operation-requests.ts";
import { startOfUtcDay } from "#lib/contract/values/calendar.ts";
import { ticketKeyOf } from "#lib/contract/values/operations/write-references.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import type { OperationFilter } from "#server/bff/store/operations/operation-filter.ts";
import type { OperationServices } from "./operation-services.ts";

/**
 * Converts the query parameters of a request to a filter of the store. `staffID` is the person who sends the request.
 * Throws an error with status 400 for an unknown kind.
 */
export function operationFilterOf(
  kinds: OperationServices["operationKinds"],
  environment: Environment,
  staffID: string,
  { mine, state, outcome, since, datefrom, dateto, ticket, ...others }: Omit<OperationExportQuery, "columnNames">,
): OperationFilter {
  if (others.kind?.some((kind) => !kinds.has(kind))) {
    const message = `must be of ${[...kinds.keys()].join(", ")}`;
    throw new AppError("invalid_request", "The request is not valid.", { errors: [{ field: "kind", message }] });
  }
  const starts = [since === undefined ? [] : Date.parse(since), datefrom === undefined ? [] : startOfUtcDay(datefrom)];
  const sinceMs = Math.max(...starts.flat());
  return {
    environment,
    ...others,
    ...(ticket !== undefined && { ticketKey: ticketKeyOf(ticket) }),
    ...(mine && { staffID }),
    states: state,
    outcomes: outcome,
    ...(Number.isFinite(sinceMs) && { sinceMs }),
    ...(dateto !== undefined && { untilMs: startOfUtcDay(dateto) + dayMs }),
  };
}
