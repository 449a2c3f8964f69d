import { queryOptions, skipToken } from "@tanstack/react-query";

/** The first steps of an administrator, and whether each is done. */
export interface FirstSteps {
  /** True if the console has any person besides the first administrator. */
  hasInvited: boolean;
  requiresSecondFactor: boolean;
  hasProvider: boolean;
}

/** Only the server reads this, for the page. If the browser does not have the data, it shows no first steps. */
export function firstStepsQueryOptions(read?: () => Promise<FirstSteps>) {
  return queryOptions({ queryKey: ["first-steps"], queryFn: read ?? skipToken });
}
