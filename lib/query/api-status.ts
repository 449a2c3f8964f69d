import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import type { ApiStatus } from "../contract/api-status.ts";
import type { Environment } from "../contract/environment.ts";
import { api } from "../paths.ts";
import { pageReading } from "./page-reading.ts";

/** The maximum age of the API status that a form or a banner uses, in milliseconds. */
export const statusMaxAgeMs = 5_000;

/**
 * The status of the API. This query sends nothing to the API. `isPage` is true on the page about the API. The header of
 * this page shows the age of the data and has a reload button.
 */
export function apiStatusQueryOptions(
  environment: Environment,
  { isPage = false, read }: { isPage?: boolean; read?: () => Promise<ApiStatus> } = {},
) {
  return queryOptions({
    queryKey: [environment, "api-status", ...(isPage ? ["page"] : [])],
    queryFn: ({ signal }) =>
      read
        ? read()
        : fetchJson<ApiStatus>(
            api.apiStatus(environment),
            { asOf: "string", requests: "array", token: "object" },
            { signal, quiet: !isPage },
          ),
    ...(isPage ? { meta: pageReading } : {}),
  });
}
