import { queryOptions, skipToken } from "@tanstack/react-query";

/** The first steps of an administrator, and which of them are done. */
export interface FirstSteps {
  /** True if the console has any person besides the first administrator. */
  hasInvited: boolean;
  requiresSecondFactor: boolean;
  hasProvider: boolean;
}

/** The server reads the first steps when it renders the page. A browser without this data shows no first steps. */
export function firstStepsQueryOptions(read?: () => Promise<FirstSteps>) {
  return queryOptions({ queryKey: ["first-steps"], queryFn: read ?? skipToken });
}
