import { queryOptions } from "@tanstack/react-query";
import type { AttentionList } from "#lib/contract/console/attention.ts";
import { api } from "#lib/paths.ts";
import { pageReading, whileAllowed } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { type AttentionView, attentionViewParams } from "#lib/url-state/attention-view.ts";
import { attentionQueryKey } from "./attention-count.ts";

const everyMs = 15_000;

type ReadAttention = (query: URLSearchParams, signal: AbortSignal) => Promise<AttentionList>;

/** The items that wait for a person. Polled. */
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
    refetchInterval: whileAllowed(everyMs),
  });
}
