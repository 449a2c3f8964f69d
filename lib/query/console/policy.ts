import { queryOptions } from "@tanstack/react-query";
import type { BreakGlassAnswer, PolicyAnswer } from "#lib/contract/access/policy.ts";
import { api } from "#lib/paths.ts";
import { pageReading } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";

/** How people sign in: over HTTP in the browser, by the BFF's own operation on the server. */
export function policyQueryOptions(
  read: (signal: AbortSignal) => Promise<PolicyAnswer> = (signal) =>
    fetchJson<PolicyAnswer>(api.policy(), { policy: "object", candidates: "array" }, { signal }),
) {
  return queryOptions({
    queryKey: ["policy"],
    meta: pageReading,
    queryFn: ({ signal }) => read(signal),
    staleTime: 10_000,
  });
}

/** The uses of break-glass that wait for an administrator; asked for again once a minute. */
export function breakGlassQueryOptions() {
  return queryOptions({
    queryKey: ["break-glass"],
    queryFn: ({ signal }): Promise<BreakGlassAnswer> =>
      fetchJson<BreakGlassAnswer>(api.breakGlass(), { asOf: "string" }, { signal, quiet: true }),
    staleTime: 60_000,
    refetchInterval: 60_000,
  });
}
