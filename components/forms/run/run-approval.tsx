"use client";

import type { QueryKey } from "@tanstack/react-query";
import { AskApproval, type AskApprovalProps, OpenApproval } from "#components/forms/ask-approval.tsx";
import type { RunApproval } from "#lib/contract/operations/approval.ts";
import { reasonSentence } from "#lib/format/approval-sentences.ts";
import { needsApproval } from "#lib/operations/needs-approval.ts";
import { runApprovalTexts as texts } from "./texts.ts";

function sentence({ why, latest }: RunApproval): string {
  const reasons = why.map(reasonSentence).join(" ");
  if (latest?.state === "waiting") return latest.isCurrent ? texts.waits : texts.waitsForOther;
  if (latest?.state === "rejected") return texts.rejected;
  return latest?.state === "approved" ? `${texts.changed} ${reasons}` : reasons;
}

interface ApprovalStepProps extends Pick<AskApprovalProps, "subject" | "request"> {
  approval: RunApproval;
  queryKey: QueryKey;
}

/** Asks for another person's approval of a bulk change or an import, or shows the state of this approval. */
export function RunApprovalStep({ subject, request, approval, queryKey }: ApprovalStepProps) {
  const { latest } = approval;
  if (!needsApproval(approval)) {
    const name = latest?.decidedByName || latest?.decidedBy;
    if (name === undefined) return null;
    const words = latest?.emergency ? texts.released(name) : texts.approved(name);
    return <p className="text-ink-muted">{words}</p>;
  }
  const isOpen = latest?.state === "waiting" || latest?.state === "rejected";
  return (
    <>
      {isOpen && (
        <div role="status" className="flex flex-col items-start gap-2 rounded-base bg-sunken px-4 py-3">
          <p>{sentence(approval)}</p>
          <OpenApproval environment={subject.environment} approvalID={latest.approvalID} />
        </div>
      )}
      {latest?.state !== "waiting" && (
        <AskApproval
          subject={subject}
          request={request}
          why={isOpen ? texts.again : sentence(approval)}
          queryKey={queryKey}
        />
      )}
    </>
  );
}
