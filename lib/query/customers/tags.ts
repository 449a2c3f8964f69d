import { queryOptions } from "@tanstack/react-query";
import type { MarkedList, TagList } from "#lib/contract/console/customer-notes.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";
import { pageReading } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";

/** The team's tags, and the number of customers that the person has pinned. */
export function tagsQueryOptions(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "tags"],
    queryFn: ({ signal }) => fetchJson<TagList>(api.tags(environment), { tags: "array", pinned: "number" }, { signal }),
    staleTime: 10_000,
  });
}

/** Selects the customers that the person has pinned, or the customers with a tag. */
export type Mark = { pinned: true } | { tag: string };

/** Returns the URL query of a mark. */
export const markQuery = (mark: Mark) => new URLSearchParams("tag" in mark ? { tag: mark.tag } : { pinned: "true" });

/** A page of the customers that the person has pinned, or of the customers with a tag. */
export function markedQueryOptions(environment: Environment, mark: Mark, page: { limit: number; offset: number }) {
  const query = markQuery(mark);
  query.set("limit", String(page.limit));
  query.set("offset", String(page.offset));
  return queryOptions({
    queryKey: [environment, "customers", "marked", query.toString()],
    meta: pageReading,
    queryFn: ({ signal }) =>
      fetchJson<MarkedList>(
        api.markedCustomers(environment, query),
        { customers: "array", customerIDs: "array", total: "number" },
        { signal },
      ),
    staleTime: 10_000,
  });
}
