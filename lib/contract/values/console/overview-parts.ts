/** The windows of creation dates that the overview offers. The customers page uses the same names. */
export const overviewWindows = ["7d", "30d", "90d"] as const;

export type OverviewWindow = (typeof overviewWindows)[number];

export const defaultOverviewWindow: OverviewWindow = "30d";

export type OverviewPart = (typeof overviewParts)[number];

/** The parts of the overview. */
export const overviewParts = [
  "waiting",
  "figures",
  "customersByDay",
  "plans",
  "terms",
  "allCustomers",
  "jobs",
  "operations",
] as const;
