"use client";

import { type QueryKey, useQuery } from "@tanstack/react-query";
import { type CountedListLimit, countLimits } from "#lib/why-not/count-limits.ts";
import type { ListLimit } from "#lib/why-not/list-limit.ts";
import { type WhyEmpty, whyEmpty } from "#lib/why-not/why-empty.ts";

export interface EmptyExplanation<View> {
  /** The reason why the list is empty. Undefined while rows are being counted. */
  why: WhyEmpty<CountedListLimit<View>> | undefined;
}

/**
 * Finds out why a list is empty. For one limit after another, such as a filter, counts the rows that the list would
 * have without this limit. Stops at the first limit without which the list has rows. If a count fails, the reason stays
 * unknown.
 */
export function useWhyEmpty<View>(options: {
  queryKey: QueryKey;
  limits: readonly ListLimit<View>[];
  count: (limit: ListLimit<View>, signal: AbortSignal) => Promise<number>;
  /** False until the list is known to be empty. */
  enabled: boolean;
}): EmptyExplanation<View> {
  const { queryKey, limits, count, enabled } = options;
  const { data, isPending } = useQuery({
    queryKey: [...queryKey, "why-empty", limits],
    queryFn: ({ signal }) =>
      countLimits(
        limits,
        (limit) => count(limit, signal),
        () => signal.aborted,
      ),
    enabled: enabled && limits.length > 0,
    staleTime: 60_000,
  });
  if (!enabled || (limits.length > 0 && isPending)) return { why: undefined };
  return { why: whyEmpty(data ?? []) };
}
