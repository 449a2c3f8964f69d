import { queryOptions, skipToken } from "@tanstack/react-query";

/** The first steps of an administrator, and whether each is done. */
export interface FirstSteps {
  /** Somebody besides the first administrator is known. */
  hasInvited: boolean;
  requiresSecondFactor: boolean;
  hasProvider: boolean;
}

/** Read only by the server, with the page: a browser without this data shows no first steps. */
export function firstStepsQueryOptions(read?: () => Promise<FirstSteps>) {
  return queryOptions({ queryKey: ["first-steps"], queryFn: read ?? skipToken });
}
