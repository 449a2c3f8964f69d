import { queryOptions } from "@tanstack/react-query";
import type { ApprovalPolicyAnswer } from "#lib/contract/access/approval-policy.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Approval, ApprovalDetail } from "#lib/contract/operations/approval.ts";
import { api } from "#lib/paths.ts";
import { pageReading } from "#lib/query/page-reading.ts";
import { fetchJson, writeJson } from "#lib/requests/fetch-json.ts";

/** A request for approval, and what it is about as that stands now. */
export function approvalQueryOptions(
  environment: Environment,
  approvalID: string,
  read: (signal: AbortSignal) => Promise<ApprovalDetail> = (signal) =>
    fetchJson<ApprovalDetail>(
      api.approval(environment, approvalID),
      { approval: "object", differences: "array", asOf: "string" },
      { signal },
    ),
) {
  return queryOptions({
    queryKey: [environment, "approval", approvalID],
    meta: pageReading,
    queryFn: ({ signal }) => read(signal),
    staleTime: 5_000,
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
  read: ReadPolicy = (signal) =>
    fetchJson<ApprovalPolicyAnswer>(
      api.approvalPolicy(),
      { policy: "object", approvers: "array", asOf: "string" },
      { signal },
    ),
) {
  return queryOptions({
    queryKey: ["approval-policy"],
    meta: pageReading,
    queryFn: ({ signal }) => read(signal),
    staleTime: 30_000,
  });
}
