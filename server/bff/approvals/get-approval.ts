import type { ApprovalDetail } from "#lib/contract/operations/approval.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { differencesOf } from "./approval-differences.ts";
import type { ApprovalServices } from "./approval-services.ts";
import { approvalView } from "./approval-view.ts";
import { findApproval } from "./find-approval.ts";

/** A request with what it is about as that stands now. */
export async function getApproval({
  context,
  approvalID,
}: {
  context: RouteContext<"viewer", "/api/:environment/approvals/:approvalID", ApprovalServices>;
  approvalID: string;
}): Promise<ApprovalDetail> {
  const approval = await findApproval(context, approvalID);
  const asOf = new Date(context.services.clock.now()).toISOString();
  const answer = { approval: approvalView(approval), asOf };
  // What is decided is history: what stands there now is another matter.
  if (approval.state !== "waiting") return { ...answer, differences: [] };
  const read = await differencesOf(context, approval).catch((thrown: unknown) => ({
    differences: [`It could not be compared with what stands there now: ${toAppError(thrown).message}`],
  }));
  return { ...answer, ...read };
}
