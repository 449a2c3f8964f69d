import type { ApprovalPolicy, ApprovalRules } from "#lib/contract/access/approval-policy.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { knownContractValue } from "#lib/format/contract-value-name.ts";
import { type KnownValueServices, knownContractValues } from "#server/bff/contracts/list-contract-values.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { reportError } from "#server/bff/core/log/report-error.ts";

type Services = KnownValueServices & Pick<CoreServices, "store" | "clients">;
type Known = Awaited<ReturnType<typeof knownContractValues>>;

/** The known values of each configured environment. */
export async function knownByEnvironment(services: Services): Promise<ReadonlyMap<Environment, Known>> {
  const environments = [...services.clients.keys()];
  const knownValues = await Promise.all(environments.map((environment) => knownContractValues(services, environment)));
  return new Map(environments.map((environment, index) => [environment, knownValues[index] as Known]));
}

/**
 * Replaces the values of rules by the API's spelling. A value is replaced only if exactly one known value matches.
 * Duplicates are removed.
 */
export function respelledPolicy<Policy extends Pick<ApprovalPolicy, Environment>>(
  policy: Policy,
  knownValues: ReadonlyMap<Environment, Known>,
): Policy {
  const rulesOf = (environment: Environment): ApprovalRules => {
    const [rules, { plans, terms }] = [policy[environment], knownValues.get(environment) ?? { plans: [], terms: [] }];
    return {
      ...rules,
      plans: [...new Set(rules.plans.map((value) => knownContractValue("plan", value, plans)))],
      terms: [...new Set(rules.terms.map((value) => knownContractValue("term", value, terms)))],
    };
  };
  return { ...policy, production: rulesOf("production"), sandbox: rulesOf("sandbox") };
}

/**
 * Rewrites stored rules in the API's spelling. This happens at every start, and after an answer of the API with a new
 * plan or term. If the rewriting fails, the rules still work, because a rule applies to every spelling of its value.
 */
export async function fitApprovalRules(services: Services & Pick<CoreServices, "clock" | "log">): Promise<void> {
  const { store, clock, log } = services;
  try {
    const knownValues = await knownByEnvironment(services);
    await store.approvalPolicy.respell(
      (policy) => respelledPolicy(policy, knownValues),
      ({ before, after }) => ({
        actor: { kind: "console" },
        action: "policy.changed",
        outcome: "done",
        target: { kind: "policy", id: "approvals" },
        before,
        after,
      }),
      clock.now(),
    );
  } catch (thrown) {
    reportError(log, toAppError(thrown), { requestID: "-", route: "approval rules" });
  }
}
