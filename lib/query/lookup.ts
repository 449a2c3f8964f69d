import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { fetchJson } from "#lib/fetch-json.ts";
import type { Environment } from "../contract/environment.ts";
import { type LookupAnswer, lookupAnswerSchema } from "../contract/lookup.ts";
import { api } from "../paths.ts";

/** Where a lookup goes on: nothing for its beginning. */
interface LookupStep {
  deep?: true;
  from?: number;
}

/** The step that looks further than `answer` did, if any would. */
export function nextLookupStep({ looked }: LookupAnswer): LookupStep | undefined {
  const walk = looked.find(({ by, walked, complete }) => by === "walk" && walked !== undefined && !complete);
  if (walk?.walked) return { from: walk.walked.to, ...(walk.what === "customers" ? { deep: true as const } : {}) };
  // Where the search for an ID found nothing, the list may still hold it.
  const isUncertain = looked.some(
    ({ what, by, complete, total, problem }) =>
      what === "customers" && by === "search" && !complete && total === undefined && problem === undefined,
  );
  return isUncertain ? { deep: true } : undefined;
}

/**
 * What a text leads to in one environment; each further page goes on where the one before had to end. A
 * lookup that is overtaken by the next is cancelled, and what it showed stays until there is something new.
 */
export function lookupQueryOptions(environment: Environment, q: string) {
  return infiniteQueryOptions({
    queryKey: [environment, "lookup", q],
    queryFn: ({ pageParam: { deep, from }, signal }) => {
      const query = new URLSearchParams({ q });
      if (deep) query.set("deep", "true");
      if (from !== undefined) query.set("from", String(from));
      return fetchJson(api.lookup(environment, query), lookupAnswerSchema, { signal });
    },
    initialPageParam: {} as LookupStep,
    getNextPageParam: nextLookupStep,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}
