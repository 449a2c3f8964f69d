import { z } from "zod";

/** How much of a list a limited number of calls has covered. */
export const coverageSchema = z.object({
  looked: z.number(),
  /** The number of rows in the list, by the API's count. */
  total: z.number(),
});

export type Coverage = z.infer<typeof coverageSchema>;

/** The order of the API's rows. If they are ordered by time, the days that were counted completely are known. */
export const rowOrders = ["newest", "oldest", "none"] as const;

export type RowOrder = (typeof rowOrders)[number];

/**
 * Rows counted by UTC day, because the API's filters use UTC days. The names of series come from the API, so no object
 * uses them as keys.
 */
export const dayCountsSchema = z.object({
  /** The names of the series; empty if the API provides none. */
  series: z.array(z.string()),
  /** The days that have rows, the earliest first. `counts` has one number for each entry of `series`. */
  days: z.array(z.object({ day: z.string(), counts: z.array(z.number()) })),
  /** The number of rows without a time. No day counts them. */
  withoutDay: z.number(),
  order: z.enum(rowOrders),
});

export type DayCounts = z.infer<typeof dayCountsSchema>;
