import { queryOptions } from "@tanstack/react-query";
import type { ApprovalPolicyAnswer } from "#lib/contract/access/approval-policy.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Approval, ApprovalDetail, ContractApproval } from "#lib/contract/operations/approval.ts";
import { type BulkChange, changedMember, changedValue } from "#lib/contract/values/operations/bulk-states.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetches, fetchJson, writeJson } from "#lib/requests/fetch-json.ts";

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

/** By which rules a change of one customer needs a second person. */
export function contractApprovalQueryOptions(environment: Environment, change: BulkChange, planned: boolean) {
  const query = new URLSearchParams({ [changedMember(change)]: changedValue(change) });
  if (planned) query.set("planned", "true");
  return queryOptions({
    queryKey: [environment, "contract-approval", query.toString()],
    queryFn: ({ signal }) =>
      fetchJson<ContractApproval>(api.contractApproval(environment, query), { why: "array" }, { signal, quiet: true }),
    // What the person has changed in the last day counts as well.
    staleTime: 0,
  });
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
    asOf: "string",
  }),
) {
  return pageQuery(["approval-policy"], read, 30_000);
}
