import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import type { ApiProfileAnswer } from "../contract/api-profile.ts";
import type { Environment } from "../contract/environment.ts";
import { api } from "../paths.ts";
import { pageReading } from "./page-reading.ts";

/** The profile of the API's answers. The request sends nothing to the API. */
export function apiProfileQueryOptions(
  environment: Environment,
  { read }: { read?: () => Promise<ApiProfileAnswer> } = {},
) {
  return queryOptions({
    queryKey: [environment, "api-profile"],
    queryFn: ({ signal }) =>
      read
        ? read()
        : fetchJson<ApiProfileAnswer>(
            api.apiProfile(environment),
            { asOf: "string", differences: "array", operations: "array" },
            { signal },
          ),
    meta: pageReading,
  });
}
