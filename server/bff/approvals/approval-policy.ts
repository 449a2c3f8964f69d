import type { ApprovalPolicy, ApprovalPolicyAnswer } from "#lib/contract/access/approval-policy.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { RouteContext } from "#server/bff/core/route.ts";

/** What needs approval, how many people could give it, and to whom nobody could. */
export async function getApprovalPolicy(
  { store, clients, clock }: CoreServices,
  known?: ApprovalPolicy,
): Promise<ApprovalPolicyAnswer> {
  const approvers = [...clients.keys()].map(async (environment) => {
    const { count, requesters } = await store.approvalPolicy.approvers(environment, clock.now());
    return {
      environment,
      count,
      requesters: requesters.map(({ staffID, name, isKey, hasApprover, from }) => ({
        ...{ staffID, name, hasApprover },
        ...(isKey && { isKey: true as const }),
        ...(from !== null && { from: new Date(from).toISOString() }),
      })),
    };
  });
  return {
    policy: known ?? (await store.approvalPolicy.read()),
    approvers: await Promise.all(approvers),
    asOf: new Date(clock.now()).toISOString(),
  };
}

/** Sets what needs approval. It releases nothing that waits. */
export async function changeApprovalPolicy({
  context,
  input,
}: {
  context: RouteContext<"policy.manage">;
  input: ApprovalPolicy;
}): Promise<ApprovalPolicyAnswer> {
  const { services } = context;
  const changed = await services.store.approvalPolicy.change(
    input,
    ({ before, after }) => ({
      ...{ ...auditSource(context), action: "policy.changed", outcome: "done" },
      ...{ target: { kind: "policy", id: "approvals" }, before, after },
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
