import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Approval } from "#lib/contract/operations/approval.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { StoredApproval } from "#server/bff/store/approvals/approval-rows.ts";
import type { ApprovalServices } from "./approval-services.ts";

type AnyContext = RouteContext<"viewer", "/api/:environment/approvals", ApprovalServices>;

/** The context that every decision route provides. */
export type DecisionContext = Pick<
  AnyContext,
  "services" | "environment" | "session" | "requestID" | "signal" | "address" | "requestHeaders"
>;

export interface Decided {
  approval: Approval;
  operation?: Operation;
}

/** Finds a request of this environment. Throws `not_found` if the environment has no request with this ID. */
export async function findApproval(
  { services, environment }: Pick<DecisionContext, "services" | "environment">,
  approvalID: string,
): Promise<StoredApproval> {
  const approval = await services.store.approvals.find(environment, approvalID, services.clock.now());
  if (!approval) throw new AppError("not_found", `There is no such request for approval in ${environment}.`);
  return approval;
}
