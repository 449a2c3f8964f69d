import type { OwnFactors } from "#lib/contract/console/factors.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetches } from "#lib/requests/fetch-json.ts";

type ReadOwnFactors = (signal: AbortSignal) => Promise<OwnFactors>;

/** The person's second factors. The browser reads them over HTTP; the server calls the BFF's operation directly. */
export function ownFactorsQueryOptions(read: ReadOwnFactors = fetches<OwnFactors>(api.ownFactors(), {})) {
  return pageQuery(["own-factors"], read, 10_000);
}
