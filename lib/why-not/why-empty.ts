/** The possible reasons for an empty list. */
export const emptyCauses = ["window", "deleted", "environment", "search", "filter", "filters"] as const;

export type EmptyCause = (typeof emptyCauses)[number];

/** A limit of a list, with the number of rows that the list has without the limit. */
export interface CountedLimit<Change> {
  cause: EmptyCause;
  /** The change that removes the limit. */
  change: Change;
  /** The number of rows that the list has without the limit; absent if unknown. */
  found?: number | undefined;
}

/** The reason why a list is empty, as far as it is known. */
export type WhyEmpty<Limit> =
  /** The list has rows if this limit is removed. */
  | { kind: "limit"; limit: Limit & { found: number } }
  /** The list has no rows, even if all limits are removed. */
  | { kind: "nothing" }
  /**
   * The reason is unknown, because the rows without some of the limits could not be counted. If one of `limits` is
   * removed, the list may have rows.
   */
  | { kind: "undecided"; limits: readonly Limit[] };

/**
 * Finds out why a list is empty: returns the first limit whose removal gives rows. If an earlier limit could not be
 * counted, the result is `undecided`. It then contains all limits except those whose removal gives no rows.
 *
 * The limits of each list, in their order, are in a separate file of this folder, such as customer-limits.ts.
 * components/data-table/why-empty/use-why-empty.ts counts the rows without each limit, until there are rows. Each count
 * is one call that requests one row. components/ui/why-not/texts.ts contains the sentence and the next step for each
 * cause. why-refused.ts explains refusals.
 */
export function whyEmpty<Limit extends CountedLimit<unknown>>(limits: readonly Limit[]): WhyEmpty<Limit> {
  for (const limit of limits) {
    const { found } = limit;
    if (found === undefined) return { kind: "undecided", limits: limits.filter((one) => one.found !== 0) };
    if (found > 0) return { kind: "limit", limit: { ...limit, found } };
  }
  return { kind: "nothing" };
}
