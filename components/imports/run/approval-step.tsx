"use client";

import { AskApproval, OpenApproval } from "#components/forms/ask-approval.tsx";
import { approvalStepTexts as texts } from "#components/imports/step-texts.ts";
import type { Import, ImportApproval } from "#lib/contract/operations/imports.ts";
import { reasonSentence } from "#lib/format/approval-sentences.ts";
import { importKey } from "#lib/query/operations/imports.ts";

/** True where nothing may be sent before another person has approved it. */
export function needsApproval({ why, latest }: ImportApproval): boolean {
  if (latest?.state === "approved" && latest.isCurrent) return false;
  return why.length > 0 || latest?.state === "waiting" || latest?.state === "rejected";
}

function sentence({ why, latest }: ImportApproval): string {
  const reasons = why.map(reasonSentence).join(" ");
  if (latest?.state === "waiting") return latest.isCurrent ? texts.waits : texts.waitsForOther;
  if (latest?.state === "rejected") return texts.rejected;
  return latest?.state === "approved" ? `${texts.changed} ${reasons}` : reasons;
}

/** What stands between a checked import and its first customer where another person has to approve it. */
export function ApprovalStep({ found, approval }: { found: Import; approval: ImportApproval }) {
  const { environment, importID } = found;
  const { latest } = approval;
  if (!needsApproval(approval)) {
    if (latest?.decidedBy === undefined) return null;
    const words = latest.emergency ? texts.released(latest.decidedBy) : texts.approved(latest.decidedBy);
    return <p className="text-ink-muted">{words}</p>;
  }
  const isOpen = latest?.state === "waiting" || latest?.state === "rejected";
  return (
    <>
      {isOpen && (
        <div role="status" className="flex flex-col items-start gap-2 rounded-base bg-sunken px-4 py-3">
          <p>{sentence(approval)}</p>
          <OpenApproval environment={environment} approvalID={latest.approvalID} />
        </div>
      )}
      {latest?.state !== "waiting" && (
        <AskApproval
          subject={found}
          request={{ kind: "import", importID }}
          why={isOpen ? texts.again : sentence(approval)}
          queryKey={importKey(environment, importID)}
        />
      )}
    </>
  );
}
