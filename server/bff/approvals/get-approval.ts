import type { ApprovalDetail } from "#lib/contract/operations/approval.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { StoredApproval } from "#server/bff/store/approvals/approval-rows.ts";
import { differencesOf } from "./approval-differences.ts";
import { acknowledgeRefusal, decisionRefusal, isOwnRequest } from "./approval-parts.ts";
import type { ApprovalServices } from "./approval-services.ts";
import { approvalView } from "./approval-view.ts";
import { findApproval } from "./find-approval.ts";

type Context = RouteContext<"viewer", "/api/:environment/approvals/:approvalID", ApprovalServices>;

/** Why this person cannot take the next step. Undefined if there is no next step, or if they can. */
async function refusalFor(context: Context, approval: StoredApproval) {
  if (approval.state === "waiting") return decisionRefusal(context, approval);
  return approval.isEmergency && approval.acknowledgedBy === null ? acknowledgeRefusal(context, approval) : undefined;
}

/** Returns a request with the current state of its subject. */
export async function getApproval({
  context,
  approvalID,
}: {
  context: Context;
  approvalID: string;
}): Promise<ApprovalDetail> {
  const approval = await findApproval(context, approvalID);
  const asOf = new Date(context.services.clock.now()).toISOString();
  const refusal = await refusalFor(context, approval);
  const answer = {
    approval: approvalView(approval),
    isOwn: await isOwnRequest(context, approval),
    ...(refusal && { refusal: refusal.message }),
    asOf,
  };
  // A decided request is history, so the current state does not matter.
  if (approval.state !== "waiting") return { ...answer, differences: [] };
  const read = await differencesOf(context, approval).catch((thrown: unknown) => ({
    differences: [`It could not be compared with what stands there now: ${toAppError(thrown).message}`],
  }));
  return { ...answer, ...read };
}
