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

/** Why this person cannot do what is to be done next; undefined where nothing is, or where they can. */
async function refusalFor(context: Context, approval: StoredApproval) {
  if (approval.state === "waiting") return decisionRefusal(context, approval);
  return approval.isEmergency && approval.acknowledgedBy === null ? acknowledgeRefusal(context, approval) : undefined;
}

/** A request with what it is about as that stands now. */
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
  // What is decided is history: what stands there now is another matter.
  if (approval.state !== "waiting") return { ...answer, differences: [] };
  const read = await differencesOf(context, approval).catch((thrown: unknown) => ({
    differences: [`It could not be compared with what stands there now: ${toAppError(thrown).message}`],
  }));
  return { ...answer, ...read };
}
