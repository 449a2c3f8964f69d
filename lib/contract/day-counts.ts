import { z } from "zod";

/** How much of a list was read. The number of calls is limited, so `looked` can be less than `total`. */
export const coverageSchema = z.object({
  looked: z.number(),
  /** The number of rows in the list, according to the API. */
  total: z.number(),
});

export type Coverage = z.infer<typeof coverageSchema>;

/**
 * The order of the API's rows. If the rows are in the order of time, the console knows which days it has counted
 * completely.
 */
export const rowOrders = ["newest", "oldest", "none"] as const;

export type RowOrder = (typeof rowOrders)[number];

/**
 * Rows counted by UTC day, because the API's filters use UTC days. The API chooses the names of the series, so they are
 * never the keys of an object.
 */
export const dayCountsSchema = z.object({
  /** The names of the series; empty if the API provides none. */
  series: z.array(z.string()),
  /** The days that have rows, the earliest first. `counts` has one number for each entry of `series`. */
  days: z.array(z.object({ day: z.string(), counts: z.array(z.number()) })),
  /** The number of rows without a time. They are not counted in any day. */
  withoutDay: z.number(),
  order: z.enum(rowOrders),
});

export type DayCounts = z.infer<typeof dayCountsSchema>;
