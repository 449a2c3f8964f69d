import { queryOptions } from "@tanstack/react-query";
import type { BreakGlassAnswer, PolicyAnswer } from "#lib/contract/access/policy.ts";
import { api } from "#lib/paths.ts";
import { pageQuery, whileAllowed } from "#lib/query/page-reading.ts";
import { fetches, fetchJson } from "#lib/requests/fetch-json.ts";

/** The sign-in policy. The browser reads it over HTTP; the server calls the BFF's operation directly. */
export function policyQueryOptions(
  read: (signal: AbortSignal) => Promise<PolicyAnswer> = fetches<PolicyAnswer>(api.policy(), {
    policy: "object",
    candidates: "array",
  }),
) {
  return pageQuery(["policy"], read, 10_000);
}

/** The break-glass sign-ins that an administrator must still acknowledge. Polled once a minute. */
export function breakGlassQueryOptions() {
  return queryOptions({
    queryKey: ["break-glass"],
    queryFn: ({ signal }): Promise<BreakGlassAnswer> =>
      fetchJson<BreakGlassAnswer>(api.breakGlass(), { asOf: "string" }, { signal, quiet: true }),
    staleTime: 60_000,
    refetchInterval: whileAllowed(60_000),
  });
}
