export const densities = ["comfortable", "compact"] as const;

/** How high the rows of a table are: 36 px, or 28 px with a quiet zebra. */
export type Density = (typeof densities)[number];
