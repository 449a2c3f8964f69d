/** The possible reasons for an empty list. */
export const emptyCauses = ["window", "deleted", "environment", "search", "filter", "filters"] as const;

export type EmptyCause = (typeof emptyCauses)[number];

/** Something that narrows a list, with what was counted without it. */
export interface CountedLimit<Change> {
  cause: EmptyCause;
  /** The change that removes the limit. */
  change: Change;
  /** The number of rows without it; absent if unknown. */
  found?: number | undefined;
}

/** Why a list is empty, as far as it is known. */
export type WhyEmpty<Limit> =
  /** Without this limit there are rows. */
  | { kind: "limit"; limit: Limit & { found: number } }
  /** Each limit was taken away, and there was nothing. */
  | { kind: "nothing" }
  /** A limit could not be counted, so that no reason is known: it is among these, without which there may be rows. */
  | { kind: "undecided"; limits: readonly Limit[] };

/**
 * Why a list is empty: the first limit without which there are rows. Behind a limit that could not be counted nothing
 * is decided.
 *
 * customer-limits.ts, list-limits.ts and record-limits.ts say what narrows a list, and in which order the limits are
 * taken away. use-why-empty.ts counts the list without each limit until there are rows, with one call for one row each.
 * The sentence and the next step of each cause are in components/ui/why-not/texts.ts. Why something is refused is
 * decided in why-refused.ts.
 */
export function whyEmpty<Limit extends CountedLimit<unknown>>(limits: readonly Limit[]): WhyEmpty<Limit> {
  for (const limit of limits) {
    const { found } = limit;
    if (found === undefined) return { kind: "undecided", limits: limits.filter((one) => one.found !== 0) };
    if (found > 0) return { kind: "limit", limit: { ...limit, found } };
  }
  return { kind: "nothing" };
}
