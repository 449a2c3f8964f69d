import { queryOptions } from "@tanstack/react-query";
import type { OwnFactors } from "#lib/contract/console/factors.ts";
import { api } from "#lib/paths.ts";
import { pageReading } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";

type ReadOwnFactors = (signal: AbortSignal) => Promise<OwnFactors>;

/** The person's second factors: over HTTP in the browser, by the BFF's own operation on the server. */
export function ownFactorsQueryOptions(
  read: ReadOwnFactors = (signal) => fetchJson<OwnFactors>(api.ownFactors(), {}, { signal }),
) {
  return queryOptions({
    queryKey: ["own-factors"],
    meta: pageReading,
    queryFn: ({ signal }) => read(signal),
    staleTime: 10_000,
  });
}
