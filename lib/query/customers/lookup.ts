import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { LookupAnswer } from "#lib/contract/console/lookup.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { api } from "#lib/paths.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";

/** Where a lookup continues. Empty for the first request. */
interface LookupStep {
  deep?: true;
  from?: number;
}

/** Returns the request that searches further than `answer`. Undefined if nothing is left to search. */
export function nextLookupStep({ looked }: LookupAnswer): LookupStep | undefined {
  const walk = looked.find(({ by, walked, complete }) => by === "walk" && walked !== undefined && !complete);
  if (walk?.walked) return { from: walk.walked.to, ...(walk.what === "customers" ? { deep: true as const } : {}) };
  // The search for an ID found nothing, but the list may still contain a customer with this ID.
  const isUncertain = looked.some(
    ({ what, by, complete, total, problem }) =>
      what === "customers" && by === "search" && !complete && total === undefined && problem === undefined,
  );
  return isUncertain ? { deep: true } : undefined;
}

/**
 * The results for a text in one environment. Each page of results continues the search where the last page stopped. A
 * new lookup cancels the previous lookup. The previous results stay visible until new results arrive.
 */
export function lookupQueryOptions(environment: Environment, q: string) {
  return infiniteQueryOptions({
    queryKey: [environment, "lookup", q],
    queryFn: ({ pageParam: { deep, from }, signal }) => {
      const query = new URLSearchParams({ q });
      if (deep) query.set("deep", "true");
      if (from !== undefined) query.set("from", String(from));
      return fetchJson<LookupAnswer>(api.lookup(environment, query), { hits: "array", looked: "array" }, { signal });
    },
    initialPageParam: {} as LookupStep,
    getNextPageParam: nextLookupStep,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

/**
 * Returns how many customers a lookup finds for an ID: 0 or 1. If the customers
 * are not known, the lookup reads only the start of a long list, so it can miss a customer further down.
 */
export async function countCustomersWithID(
  environment: Environment,
  customerID: string,
  signal: AbortSignal,
): Promise<number> {
  const path = api.lookup(environment, new URLSearchParams({ q: customerID }));
  const { hits } = await fetchJson<LookupAnswer>(path, { hits: "array", looked: "array" }, { signal, quiet: true });
  return hits.filter(({ kind, id }) => kind === "customer" && idKey(id) === idKey(customerID)).length;
}
