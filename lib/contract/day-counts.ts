import { z } from "zod";

/** How much of a list a limited number of calls has covered. */
export const coverageSchema = z.object({
  looked: z.number(),
  /** The total by the API's count. */
  total: z.number(),
});

export type Coverage = z.infer<typeof coverageSchema>;

/** The order of the API's rows: if it is by time, the fully counted days are known. */
export const rowOrders = ["newest", "oldest", "none"] as const;

export type RowOrder = (typeof rowOrders)[number];

/**
 * Rows counted by UTC day, because the API's filters use UTC days. Names of series are the API's words, so they are
 * never keys of an object.
 */
export const dayCountsSchema = z.object({
  /** The names of the series; empty if the API provides none. */
  series: z.array(z.string()),
  /** Days with rows, the earliest first; `counts` has one number for each of `series`. */
  days: z.array(z.object({ day: z.string(), counts: z.array(z.number()) })),
  /** Rows without a time, which are in no day's count. */
  withoutDay: z.number(),
  order: z.enum(rowOrders),
});

export type DayCounts = z.infer<typeof dayCountsSchema>;
