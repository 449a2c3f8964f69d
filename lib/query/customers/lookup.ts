import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { LookupAnswer } from "#lib/contract/console/lookup.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { api } from "#lib/paths.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";

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
      return fetchJson<LookupAnswer>(api.lookup(environment, query), { hits: "array", looked: "array" }, { signal });
    },
    initialPageParam: {} as LookupStep,
    getNextPageParam: nextLookupStep,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

/** How many customers a lookup finds for an ID: one or none. A customer far back in a long list is not found so. */
export async function countCustomersWithID(
  environment: Environment,
  customerID: string,
  signal: AbortSignal,
): Promise<number> {
  const path = api.lookup(environment, new URLSearchParams({ q: customerID }));
  const { hits } = await fetchJson<LookupAnswer>(path, { hits: "array", looked: "array" }, { signal, quiet: true });
  return hits.filter(({ kind, id }) => kind === "customer" && idKey(id) === idKey(customerID)).length;
}
