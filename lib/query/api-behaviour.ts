import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import type { ApiBehaviour } from "../contract/api-behaviour.ts";
import type { Environment } from "../contract/environment.ts";
import { api } from "../paths.ts";
import { pageReading } from "./page-reading.ts";

/** What the API's answers have shown about its behaviour. This query sends nothing to the API. */
export function apiBehaviourQueryOptions(
  environment: Environment,
  { read }: { read?: () => Promise<ApiBehaviour> } = {},
) {
  return queryOptions({
    queryKey: [environment, "api-behaviour"],
    queryFn: ({ signal }) =>
      read
        ? read()
        : fetchJson<ApiBehaviour>(
            api.apiBehaviour(environment),
            { asOf: "string", differences: "array", operations: "array" },
            { signal },
          ),
    meta: pageReading,
  });
}
