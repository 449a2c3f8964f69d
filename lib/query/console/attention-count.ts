import { queryOptions } from "@tanstack/react-query";
import type { AttentionCount } from "#lib/contract/console/attention.ts";
import { api } from "#lib/paths.ts";
import { whileAllowed } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";

/** The prefix of the query keys of attention lists and counts. A person's action makes these queries outdated. */
export const attentionQueryKey = ["attention"] as const;

const countEveryMs = 30_000;

/** The number of waiting items. Every page shows this number. */
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
    // A person may have read a notification in the tab that they come from.
    refetchOnWindowFocus: "always",
  });
}
