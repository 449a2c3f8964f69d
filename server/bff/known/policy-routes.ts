import { type KnownPolicy, type KnownPolicyAnswer, knownPolicySchema } from "#lib/contract/access/known-policy.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { KnownRouteServices } from "./known-services.ts";

const route = routeWith<KnownRouteServices>();

/**
 * The routes of the policy about changes outside the console, part of the route table. By default nobody is alerted:
 * another console with the same key is "outside" too, so an environment with two consoles would alert with every change.
 */
export const knownPolicyRoutes = [
  route({
    method: "GET",
    path: "/api/policy/known",
    policy: "policy.manage",
    input: {},
    handler: ({ services }) => getKnownPolicy(services),
  }),
  /** Changes which changes outside the console appear under Attention, those of the last days included. */
  route({
    method: "PUT",
    path: "/api/policy/known",
    policy: "policy.manage",
    dangerous: true,
    input: { body: knownPolicySchema },
    async handler(context, { body }): Promise<KnownPolicyAnswer> {
      const { services } = context;
      const changed = await services.store.knownPolicy.change(
        body,
        ({ before, after }) => ({
          ...auditSource(context),
          action: "policy.changed",
          outcome: "done",
          target: { kind: "policy", id: "known" },
          before,
          after,
        }),
        services.clock.now(),
      );
      if (!changed)
        throw new AppError("policy_changed", "Somebody else has changed the policy. Check it and try again.");
      return getKnownPolicy(services, changed);
    },
  }),
] as const;

async function getKnownPolicy(services: KnownRouteServices, known?: KnownPolicy): Promise<KnownPolicyAnswer> {
  return {
    policy: known ?? (await services.store.knownPolicy.read()),
    isKnownOn: services.isKnownOn,
    asOf: new Date(services.clock.now()).toISOString(),
  };
}
