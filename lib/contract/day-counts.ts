import { z } from "zod";

/** How much of a list bounded calls have looked at. */
export const coverageSchema = z.object({
  looked: z.number(),
  /** How many there are, as the API says. */
  total: z.number(),
});

export type Coverage = z.infer<typeof coverageSchema>;

/** In which order the API gave rows: where it is one of time, the days that are wholly counted are known. */
export const rowOrders = ["newest", "oldest", "none"] as const;

export type RowOrder = (typeof rowOrders)[number];

/**
 * Rows counted by their UTC day, since the API's own filters are UTC days. Names of series are the API's
 * words, and never keys of an object.
 */
export const dayCountsSchema = z.object({
  /** What is told apart; an empty name where the API tells none. */
  series: z.array(z.string()),
  /** Days that have any, the earliest first; `counts` has one number for each of `series`. */
  days: z.array(z.object({ day: z.string(), counts: z.array(z.number()) })),
  /** Rows without a time, which no day counts. */
  withoutDay: z.number(),
  order: z.enum(rowOrders),
});

export type DayCounts = z.infer<typeof dayCountsSchema>;
