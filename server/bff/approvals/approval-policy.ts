import type { ApprovalPolicy, ApprovalPolicyAnswer } from "#lib/contract/access/approval-policy.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { RouteContext } from "#server/bff/core/route.ts";

/** What needs approval, and how many people could give it. */
export async function getApprovalPolicy(
  { store, clients, clock }: CoreServices,
  known?: ApprovalPolicy,
): Promise<ApprovalPolicyAnswer> {
  const approvers = [...clients.keys()].map(async (environment) => ({
    environment,
    count: await store.approvalPolicy.approvers(environment),
  }));
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
  return getApprovalPolicy(services, changed.policy);
}
