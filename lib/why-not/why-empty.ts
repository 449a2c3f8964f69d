/** The possible reasons for an empty list. */
export const emptyCauses = ["window", "deleted", "environment", "search", "filter", "filters"] as const;

export type EmptyCause = (typeof emptyCauses)[number];

/** Something that limits a list, with the number of rows without it. */
export interface CountedLimit<Change> {
  cause: EmptyCause;
  /** The change that removes the limit. */
  change: Change;
  /** The number of rows without the limit; absent if unknown. */
  found?: number | undefined;
}

/** Why a list is empty, as far as it is known. */
export type WhyEmpty<Limit> =
  /** Without this limit, the list would have rows. */
  | { kind: "limit"; limit: Limit & { found: number } }
  /** There are no rows, even without all limits. */
  | { kind: "nothing" }
  /** A limit could not be counted, so the reason is unknown. Without one of these limits there may be rows. */
  | { kind: "undecided"; limits: readonly Limit[] };

/**
 * Why a list is empty: the first limit without which there are rows. If a limit cannot be counted, later limits are not
 * considered.
 *
 * The limits of each list, and the order in which they are removed, are in a file of its own beside this one, such as
 * customer-limits.ts. use-why-empty.ts counts the list without each limit until there are rows. Each count is one call
 * for one row. components/ui/why-not/texts.ts has the sentence and the next step for each cause. why-refused.ts decides
 * why something is refused.
 */
export function whyEmpty<Limit extends CountedLimit<unknown>>(limits: readonly Limit[]): WhyEmpty<Limit> {
  for (const limit of limits) {
    const { found } = limit;
    if (found === undefined) return { kind: "undecided", limits: limits.filter((one) => one.found !== 0) };
    if (found > 0) return { kind: "limit", limit: { ...limit, found } };
  }
  return { kind: "nothing" };
}
