import { queryOptions } from "@tanstack/react-query";
import type { ApprovalPolicyAnswer } from "#lib/contract/access/approval-policy.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Approval, ApprovalDetail, ContractApproval } from "#lib/contract/operations/approval.ts";
import { type BulkChange, changedMember, changedValue } from "#lib/contract/values/operations/bulk-states.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetches, fetchJson, writeJson } from "#lib/requests/fetch-json.ts";

/** A request for approval, and the current state of the content that it covers. */
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

/** The approval rules that apply to a change of one customer's contract. */
export function contractApprovalQueryOptions(environment: Environment, change: BulkChange, planned: boolean) {
  const query = new URLSearchParams({ [changedMember(change)]: changedValue(change) });
  if (planned) query.set("planned", "true");
  return queryOptions({
    queryKey: [environment, "contract-approval", query.toString()],
    queryFn: ({ signal }) =>
      fetchJson<ContractApproval>(api.contractApproval(environment, query), { why: "array" }, { signal, quiet: true }),
    // Not cached, because the answer also depends on how many changes the person made in the last 24 hours.
    staleTime: 0,
  });
}

/** Requests the approval of a second person. */
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

/** The approval rules of all environments. */
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
