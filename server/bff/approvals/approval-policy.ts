import type { ApprovalPolicy, ApprovalPolicyAnswer, ApprovalRules } from "#lib/contract/access/approval-policy.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { KnownValueServices } from "#server/bff/contracts/list-contract-values.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { unknownRuleValues } from "./approval-gate.ts";
import type { ApprovalServices } from "./approval-services.ts";
import { knownByEnvironment, respelledPolicy } from "./fit-approval-rules.ts";

type PolicyServices = Pick<CoreServices, "store" | "clients" | "clock"> & KnownValueServices;

/** The values in an environment's rules that match no known value. */
export function unknownRules(
  { plans, terms }: ApprovalRules,
  knownValues: { plans: readonly string[]; terms: readonly string[] },
): { member: "plan" | "term"; value: string }[] {
  return [
    ...unknownRuleValues("plan", plans, knownValues.plans).map((value) => ({ member: "plan" as const, value })),
    ...unknownRuleValues("term", terms, knownValues.terms).map((value) => ({ member: "term" as const, value })),
  ];
}

/**
 * The content of the page for approval rules: the rules, the number of possible approvers, the requesters and whether
 * another person could approve their requests, the values that rules may use, and the rules whose value is unknown.
 */
export async function getApprovalPolicy(
  services: PolicyServices,
  changed?: ApprovalPolicy,
): Promise<ApprovalPolicyAnswer> {
  const { store, clients, clock } = services;
  const knownValues = await knownByEnvironment(services);
  const policy = changed ?? (await store.approvalPolicy.read());
  const approvers = [...clients.keys()].map(async (environment) => {
    const { count, requesters } = await store.approvalPolicy.approvers(environment, clock.now());
    return {
      environment,
      count,
      requesters: requesters.map(({ staffID, name, isKey, hasApprover, from }) => ({
        staffID,
        name,
        hasApprover,
        ...(isKey && { isKey: true as const }),
        ...(from !== null && { from: new Date(from).toISOString() }),
      })),
    };
  });
  return {
    policy,
    approvers: await Promise.all(approvers),
    values: [...knownValues].map(([environment, { plans, terms }]) => ({ environment, plans, terms })),
    unknown: [...knownValues].flatMap(([environment, values]) =>
      unknownRules(policy[environment], values).map(({ member, value }) => ({ environment, member, value })),
    ),
    asOf: new Date(clock.now()).toISOString(),
  };
}

/**
 * Changes the approval rules. Requests that already wait continue to wait. A plan or a term is stored in the API's
 * spelling. An unknown value is stored as it was typed.
 */
export async function changeApprovalPolicy({
  context,
  input,
}: {
  context: RouteContext<"policy.manage", string, ApprovalServices>;
  input: ApprovalPolicy;
}): Promise<ApprovalPolicyAnswer> {
  const { services } = context;
  const changed = await services.store.approvalPolicy.change(
    respelledPolicy(input, await knownByEnvironment(services)),
    ({ before, after }) => ({
      ...auditSource(context),
      action: "policy.changed",
      outcome: "done",
      target: { kind: "policy", id: "approvals" },
      before,
      after,
    }),
    services.clock.now(),
  );
  if (changed.result === "moved") {
    throw new AppError("policy_changed", "Somebody else has changed the policy. Check it and try again.");
  }
  if (changed.result === "too few") {
    const message = `Approvals in ${changed.environment} need at least two active people who may change it. Invite another editor or administrator first.`;
    throw new AppError("invalid_request", `${message} Nothing was changed.`, {
      errors: [{ field: changed.environment, message }],
    });
  }
  if (changed.result === "nobody") {
    const { name, isKey, from } = changed.requester;
    const who = isKey ? `the API key ${name}` : name;
    const message = `Nobody could approve what ${who} requests in ${changed.environment}, except in an emergency: one person could be behind every account that may approve there.${from === null ? "" : ` From ${new Date(from).toISOString().slice(0, 16).replace("T", " ")} UTC somebody can.`}`;
    throw new AppError("invalid_request", `${message} Nothing was changed.`, {
      errors: [{ field: changed.environment, message }],
    });
  }
  return getApprovalPolicy(services, changed.policy);
}
