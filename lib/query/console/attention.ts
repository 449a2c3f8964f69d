import { queryOptions } from "@tanstack/react-query";
import type { AttentionCount, AttentionList } from "#lib/contract/console/attention.ts";
import { api } from "#lib/paths.ts";
import { pageReading } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { type AttentionView, attentionViewParams } from "#lib/url-state/attention-view.ts";

/** Of every view of what waits, and of its count: an act of a person makes them old. */
export const attentionQueryKey = ["attention"] as const;

const everyMs = 15_000;
const countEveryMs = 30_000;

type ReadAttention = (query: URLSearchParams, signal: AbortSignal) => Promise<AttentionList>;

/** What waits for a person, read again by itself. */
export function attentionQueryOptions(
  view: AttentionView,
  read: ReadAttention = (query, signal) =>
    fetchJson<AttentionList>(
      api.attention(query),
      { asOf: "string", items: "array", total: "number", counts: "object", sources: "array" },
      { signal, quiet: true },
    ),
) {
  return queryOptions({
    queryKey: [...attentionQueryKey, "list", view],
    meta: pageReading,
    queryFn: ({ signal }) => read(attentionViewParams(view), signal),
    staleTime: 5_000,
    refetchInterval: everyMs,
  });
}

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
    refetchInterval: countEveryMs,
    refetchOnWindowFocus: true,
  });
}
