export const densities = ["comfortable", "compact"] as const;

/** The row height of a table. `comfortable`: 36 px. `compact`: 28 px, with subtle zebra stripes. */
export type Density = (typeof densities)[number];
