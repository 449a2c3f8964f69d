import type { AccessPolicy, PolicyAnswer } from "#lib/contract/access/policy.ts";
import type { PolicyServices } from "./policy-services.ts";

/** The policy, and the values that it can be changed to. */
export async function getPolicy(services: PolicyServices, known?: AccessPolicy): Promise<PolicyAnswer> {
  const { store, ssoProviders, clock } = services;
  return {
    policy: known ?? (await store.accessPolicy.read()),
    candidates: await store.accessPolicy.candidates(),
    providers: ssoProviders.choices(),
    asOf: new Date(clock.now()).toISOString(),
  };
}
