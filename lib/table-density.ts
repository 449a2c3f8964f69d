export const densities = ["comfortable", "compact"] as const;

/** The row height of a table: 36 px, or 28 px with subtle zebra stripes. */
export type Density = (typeof densities)[number];
