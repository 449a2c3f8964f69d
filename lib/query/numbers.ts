import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "#lib/fetch-json.ts";
import { type PageView, pageQueryOf } from "#lib/url-state/page-view.ts";
import type { Environment } from "../contract/environment.ts";
import { type NumberList, numberListSchema } from "../contract/number.ts";
import { api } from "../paths.ts";

type ReadNumbers = (query: URLSearchParams, signal: AbortSignal) => Promise<NumberList>;

/** One page of numbers: over HTTP in the browser, by the BFF's own operation on the server. */
export function numbersQueryOptions(
  environment: Environment,
  view: PageView,
  read: ReadNumbers = (query, signal) => fetchJson(api.numbers(environment, query), numberListSchema, { signal }),
) {
  return queryOptions({
    queryKey: [environment, "numbers", view],
    queryFn: ({ signal }) => read(pageQueryOf(view), signal),
    staleTime: 60_000,
  });
}
