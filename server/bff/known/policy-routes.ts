import {
  type KnownPolicy,
  type KnownPolicyAnswer,
  knownPolicyAnswerSchema,
  knownPolicySchema,
} from "#lib/contract/access/known-policy.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { KnownRouteServices } from "./known-services.ts";

const route = routeWith<KnownRouteServices>();

/**
 * The routes of the policy for changes outside the console. By default, nobody is alerted. A second console with the
 * same key counts as "outside" too, so its changes would all raise alerts.
 */
export const knownPolicyRoutes = [
  route({
    method: "GET",
    path: "/api/policy/known",
    about: "Which changes outside the console appear under Attention.",
    policy: "policy.manage",
    input: {},
    answer: knownPolicyAnswerSchema,
    handler: ({ services }) => getKnownPolicy(services),
  }),
  route({
    method: "PUT",
    path: "/api/policy/known",
    about:
      "Sets which changes outside the console appear under Attention. The setting also applies to changes of the last days.",
    policy: "policy.manage",
    dangerous: true,
    input: { body: knownPolicySchema },
    answer: knownPolicyAnswerSchema,
    errors: ["policy_changed"],
    async handler(context, { body }) {
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
