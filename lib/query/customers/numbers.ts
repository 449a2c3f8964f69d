import type { Environment } from "#lib/contract/environment.ts";
import type { NumberList } from "#lib/contract/number.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { type PageView, pageQueryOf } from "#lib/url-state/page-view.ts";

type ReadNumbers = (query: URLSearchParams, signal: AbortSignal) => Promise<NumberList>;

/** One page of numbers: over HTTP in the browser, by the BFF's own operation on the server. */
export function numbersQueryOptions(
  environment: Environment,
  view: PageView,
  read: ReadNumbers = (query, signal) =>
    fetchJson<NumberList>(api.numbers(environment, query), { numbers: "array", total: "number" }, { signal }),
) {
  return pageQuery([environment, "numbers", view], (signal) => read(pageQueryOf(view), signal), 60_000);
}
