import type { ApprovalPolicyAnswer } from "#lib/contract/access/approval-policy.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Approval, ApprovalDetail } from "#lib/contract/operations/approval.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetches, writeJson } from "#lib/requests/fetch-json.ts";

/** A request for approval, and what it is about as that stands now. */
export function approvalQueryOptions(
  environment: Environment,
  approvalID: string,
  read: (signal: AbortSignal) => Promise<ApprovalDetail> = fetches<ApprovalDetail>(
    api.approval(environment, approvalID),
    { approval: "object", differences: "array", asOf: "string" },
  ),
) {
  return pageQuery([environment, "approval", approvalID], read, 5_000);
}

/** Asks that a second person approves something. */
export async function requestApproval(environment: Environment, body: Record<string, unknown>): Promise<Approval> {
  const answer = await writeJson<{ approval: Approval }>(
    "POST",
    api.approvals(environment),
    { approval: "object" },
    body,
  );
  return answer.approval;
}

type ReadPolicy = (signal: AbortSignal) => Promise<ApprovalPolicyAnswer>;

/** What needs approval. */
export function approvalPolicyQueryOptions(
  read: ReadPolicy = fetches<ApprovalPolicyAnswer>(api.approvalPolicy(), {
    policy: "object",
    approvers: "array",
    values: "array",
    asOf: "string",
  }),
) {
  return pageQuery(["approval-policy"], read, 30_000);
}
