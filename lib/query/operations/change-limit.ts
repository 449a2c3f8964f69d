import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contract/environment.ts";
import type {
  ChangeLimitAnswer,
  ChangeLimitPolicy,
  ChangeLimitPolicyAnswer,
  ReleaseMore,
} from "#lib/contract/operations/change-limit.ts";
import { api } from "#lib/paths.ts";
import { pageQuery, whileAllowed } from "#lib/query/page-reading.ts";
import { fetches, fetchJson, writeJson } from "#lib/requests/fetch-json.ts";

const policyShape = { policy: "object", environments: "array", asOf: "string" } as const;
const shape = { requests: "array", asOf: "string" } as const;

/** How often a form checks whether the person is at the change limit, in milliseconds. */
const pollMs = 30_000;

/** The limit of changed customers an hour, in each environment. */
export function changeLimitPolicyQueryOptions(
  read: (signal: AbortSignal) => Promise<ChangeLimitPolicyAnswer> = fetches<ChangeLimitPolicyAnswer>(
    api.changeLimitPolicy(),
    policyShape,
  ),
) {
  return pageQuery(["change-limit-policy"], read, 10_000);
}

/** Saves the limit. Fails if somebody has changed it since it was read. */
export const putChangeLimitPolicy = (policy: ChangeLimitPolicy): Promise<ChangeLimitPolicyAnswer> =>
  writeJson<ChangeLimitPolicyAnswer>("PUT", api.changeLimitPolicy(), policyShape, policy);

/** What the person has changed in the last hour, and the requests that need a decision. */
export function changeLimitQueryOptions(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "change-limit"],
    queryFn: ({ signal }): Promise<ChangeLimitAnswer> =>
      fetchJson<ChangeLimitAnswer>(api.changeLimit(environment), shape, { signal, quiet: true }),
    staleTime: 2_000,
    refetchInterval: whileAllowed(pollMs),
  });
}

/** Asks colleagues to release more changes. */
export const askForMore = (environment: Environment, reason: string): Promise<ChangeLimitAnswer> =>
  writeJson<ChangeLimitAnswer>("POST", api.changeLimitRequests(environment), shape, { reason });

/** Releases more changes for an hour. `emergency`: without a second person. */
export const releaseMore = (
  environment: Environment,
  requestID: string,
  step: "release" | "emergency",
  input: ReleaseMore,
): Promise<ChangeLimitAnswer> =>
  writeJson<ChangeLimitAnswer>("POST", api.changeLimitStep(environment, requestID, step), shape, input);
