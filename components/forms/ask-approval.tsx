"use client";

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { Button, buttonClass } from "#components/ui/button.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { attentionQueryKey } from "#lib/query/console/attention-count.ts";
import { requestApproval } from "#lib/query/operations/approvals.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { askTexts as texts } from "./ask-approval-texts.ts";

export interface AskApprovalProps {
  /** The bulk change or import, with its ticket and reason. */
  subject: { environment: Environment; ticket?: string | undefined; note?: string | undefined };
  request: { kind: "bulk"; bulkID: string } | { kind: "import"; importID: string };
  why: string;
  /** The query to reload after the approval was requested. */
  queryKey: QueryKey;
}

/** Links to a request for approval. */
export function OpenApproval({ environment, approvalID }: { environment: Environment; approvalID: string }) {
  return (
    <Link href={pages.approval(environment, approvalID)} prefetch={false} className={buttonClass("secondary")}>
      {texts.open}
    </Link>
  );
}

/** Explains why a second person must approve a bulk change or an import. Has a button that requests the approval. */
export function AskApproval({ subject, request, why, queryKey }: AskApprovalProps) {
  const { environment, ticket, note } = subject;
  const client = useQueryClient();
  const reference = { ...(ticket !== undefined && { ticket }), ...(note !== undefined && { reason: note }) };
  const asking = useMutation({
    mutationFn: () => requestApproval(environment, { ...request, console: reference }),
    onSuccess: () => client.invalidateQueries({ queryKey: attentionQueryKey }),
    // Refreshes after a refusal too, because another person may have requested the approval first.
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <div role="status" className="flex flex-col items-start gap-2 rounded-base bg-sunken px-4 py-3">
      <p>{asking.data ? texts.waits : why}</p>
      {asking.error && <p className="text-negative">{shownProblem(asking.error).detail}</p>}
      {asking.data ? (
        <OpenApproval environment={environment} approvalID={asking.data.approvalID} />
      ) : (
        <Button variant="primary" aria-disabled={asking.isPending} onClick={() => !asking.isPending && asking.mutate()}>
          {texts.request}
        </Button>
      )}
    </div>
  );
}
