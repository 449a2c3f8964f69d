import { AppError } from "#lib/contract/operations/app-error.ts";
import {
  askForMoreSchema,
  type ChangeLimitPolicy,
  changeLimitAnswerSchema,
  changeLimitPolicyAnswerSchema,
  changeLimitPolicySchema,
  releaseMoreSchema,
} from "#lib/contract/operations/change-limit.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { ChangeLimitServices } from "./change-limit-services.ts";
import { changeLimitAnswer } from "./change-limit-view.ts";
import { askForMore, releaseInEmergency, releaseMore } from "./release-more.ts";

const route = routeWith<ChangeLimitServices>();

/**
 * The routes of the change limit.
 *
 * An administrator can limit how many different customers each person or key may change in an hour. The limit is
 * checked in the transaction that marks a write as sent (server/bff/store/change-limits). A colleague can release more
 * for an hour. docs/decisions/0083-change-limit.md says what counts, and what happens at the limit.
 */
export const changeLimitRoutes = [
  route({
    method: "GET",
    path: "/api/policy/change-limit",
    about: "How many customers each person or key may change in an hour, in each environment.",
    policy: "policy.manage",
    everyEnvironment: true,
    input: {},
    answer: changeLimitPolicyAnswerSchema,
    handler: async ({ services }) => policyAnswer(services, await services.store.changeLimits.policy()),
  }),
  route({
    method: "PUT",
    path: "/api/policy/change-limit",
    about: "Changes the limit of changed customers an hour. The changes of the last hour count too.",
    policy: "policy.manage",
    dangerous: true,
    everyEnvironment: true,
    input: { body: changeLimitPolicySchema },
    answer: changeLimitPolicyAnswerSchema,
    errors: ["policy_changed"],
    async handler(context, { body }) {
      const { services } = context;
      const changed = await services.store.changeLimits.changePolicy(
        body,
        ({ before, after }) => ({
          ...auditSource(context),
          action: "policy.changed",
          outcome: "done",
          target: { kind: "policy", id: "change-limit" },
          before,
          after,
        }),
        services.clock.now(),
      );
      if (!changed)
        throw new AppError("policy_changed", "Somebody else has changed the policy. Check it and try again.");
      return policyAnswer(services, changed);
    },
  }),
  route({
    method: "GET",
    path: "/api/:environment/change-limit",
    about: "What the sender has changed in the last hour, and the requests for more that wait for a decision.",
    policy: "viewer",
    input: {},
    answer: changeLimitAnswerSchema,
    countsAsActivity: false,
    handler: changeLimitAnswer,
  }),
  route({
    method: "POST",
    path: "/api/:environment/change-limit/requests",
    about: "Asks a colleague to release more changes. Only possible while the sender has reached the limit.",
    policy: "contracts.change",
    input: { body: askForMoreSchema },
    answer: changeLimitAnswerSchema,
    handler: (context, { body }) => askForMore(context, body),
  }),
  route({
    method: "POST",
    path: "/api/:environment/change-limit/requests/:requestID/release",
    about: "Releases more changes for an hour to another person or key that has reached the limit.",
    policy: "approvals.decide",
    peopleOnly: true,
    input: { body: releaseMoreSchema },
    answer: changeLimitAnswerSchema,
    errors: ["approval_moved", "other_person_required"],
    handler: (context, { params, body }) => releaseMore(context, params.requestID, body),
  }),
  route({
    method: "POST",
    path: "/api/:environment/change-limit/requests/:requestID/emergency",
    about: "Releases more changes without a second person in an emergency. Attention shows the release to everybody.",
    policy: "approvals.override",
    dangerous: true,
    peopleOnly: true,
    input: { body: releaseMoreSchema },
    answer: changeLimitAnswerSchema,
    errors: ["approval_moved", "factor_required"],
    handler: (context, { params, body }) => releaseInEmergency(context, params.requestID, body),
  }),
] as const;

const policyAnswer = ({ clients, clock }: Pick<CoreServices, "clients" | "clock">, policy: ChangeLimitPolicy) => ({
  policy,
  environments: [...clients.keys()],
  asOf: new Date(clock.now()).toISOString(),
});
