import { queryOptions, skipToken } from "@tanstack/react-query";

/** The first steps of an administrator, and whether each of them is done. */
export interface FirstSteps {
  /** True if the console has at least one person in addition to the first administrator. */
  hasInvited: boolean;
  requiresSecondFactor: boolean;
  hasProvider: boolean;
}

/**
 * The server reads the first steps when it renders the page. The browser cannot read them. Without the server's data,
 * the page shows no first steps.
 */
export function firstStepsQueryOptions(read?: () => Promise<FirstSteps>) {
  return queryOptions({ queryKey: ["first-steps"], queryFn: read ?? skipToken });
}
