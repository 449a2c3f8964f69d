import type { KnownPolicy, KnownPolicyAnswer } from "#lib/contract/access/known-policy.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetches, writeJson } from "#lib/requests/fetch-json.ts";

/** The policy about changes outside Switchboard. */
export function knownPolicyQueryOptions(
  read: (signal: AbortSignal) => Promise<KnownPolicyAnswer> = fetches<KnownPolicyAnswer>(api.knownPolicy(), {
    policy: "object",
  }),
) {
  return pageQuery(["known-policy"], read, 10_000);
}

/** Saves the policy. Fails if somebody has changed the policy since it was read. */
export function putKnownPolicy(policy: KnownPolicy): Promise<KnownPolicyAnswer> {
  return writeJson<KnownPolicyAnswer>("PUT", api.knownPolicy(), { policy: "object" }, policy);
}
