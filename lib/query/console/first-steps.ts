import { queryOptions, skipToken } from "@tanstack/react-query";

/** What an administrator does on the first day of a console, and whether it is done. */
export interface FirstSteps {
  /** Somebody besides the first administrator is known. */
  hasInvited: boolean;
  requiresSecondFactor: boolean;
  hasProvider: boolean;
}

/** Read by the server alone, with the page: a browser that has not been handed them shows none. */
export function firstStepsQueryOptions(read?: () => Promise<FirstSteps>) {
  return queryOptions({ queryKey: ["first-steps"], queryFn: read ?? skipToken });
}
