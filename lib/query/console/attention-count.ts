import { queryOptions } from "@tanstack/react-query";
import type { AttentionCount } from "#lib/contract/console/attention.ts";
import { api } from "#lib/paths.ts";
import { whileAllowed } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";

/** Of every view of what waits, and of its count: an act of a person makes them old. */
export const attentionQueryKey = ["attention"] as const;

const countEveryMs = 30_000;

/** How many wait, on every page. */
export function attentionCountOptions() {
  return queryOptions({
    queryKey: [...attentionQueryKey, "count"],
    queryFn: ({ signal }) =>
      fetchJson<AttentionCount>(
        api.attentionCount(),
        { open: "number", mine: "number", asOf: "string" },
        { signal, quiet: true },
      ),
    staleTime: countEveryMs / 2,
    refetchInterval: whileAllowed(countEveryMs),
    refetchOnWindowFocus: true,
  });
}
