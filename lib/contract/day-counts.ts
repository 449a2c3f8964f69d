import { z } from "zod";

/**
 * How much of a list was read. `looked`: the number of rows that were read. It can be less than `total`, because the
 * number of calls is limited.
 */
export const coverageSchema = z.object({
  looked: z.number(),
  /** The number of rows in the list, according to the API. */
  total: z.number(),
});

export type Coverage = z.infer<typeof coverageSchema>;

/**
 * The order of the API's rows. If the rows are sorted by time, the console knows which days it has counted completely.
 */
export const rowOrders = ["newest", "oldest", "none"] as const;

export type RowOrder = (typeof rowOrders)[number];

/**
 * Rows counted by UTC day, because the API's filters use UTC days. The names of the series come from the API. They are
 * not used as keys of an object, because a name such as `__proto__` would be unsafe.
 */
export const dayCountsSchema = z.object({
  /** The names of the series; empty if the API sends none. */
  series: z.array(z.string()),
  /** The days that have rows, the earliest first. `counts` has one number for each entry of `series`. */
  days: z.array(z.object({ day: z.string(), counts: z.array(z.number()) })),
  /** The number of rows without a time. They are not counted for any day. */
  withoutDay: z.number(),
  order: z.enum(rowOrders),
});

export type DayCounts = z.infer<typeof dayCountsSchema>;
