"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorSummary } from "#components/forms/error-summary.tsx";
import { ReasonDialog } from "#components/forms/reason-dialog.tsx";
import { SendingHeld } from "#components/forms/sending-held.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { useWriteReference } from "#components/forms/use-write-reference.ts";
import { WriteReferenceFields } from "#components/forms/write-reference-fields.tsx";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { useSession } from "#components/ui/session.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import type { ProposalDetail } from "#lib/contract/operations/proposal.ts";
import { api } from "#lib/paths.ts";
import { proposalRules } from "#lib/proposal-kinds.ts";
import { attentionQueryKey } from "#lib/query/console/attention-count.ts";
import { proposalQueryOptions } from "#lib/query/operations/proposals.ts";
import { sendJson } from "#lib/requests/fetch-json.ts";
import { acceptTexts, rejectTexts, proposalTexts as texts } from "./texts.ts";

/** The form for a person's decision. After the decision, the page reads the new state from the server. */
export function Decision({ detail }: { detail: ProposalDetail }) {
  const { proposal, differences, approval } = detail;
  const { environment, proposalID, digest, state, kind } = proposal;
  const { role } = useSession().staff;
  const client = useQueryClient();
  const [isRejecting, setRejecting] = useState(false);
  const change = useConfirmedChange();
  const { ticketSubject, sendsNow } = proposalRules(kind);
  const reference = useWriteReference(ticketSubject, { errors: change.fieldErrors });
  if (state !== "waiting") return null;
  if (!may(role, "approvals.decide")) return <p className="text-ink-muted">{texts.mayNot}</p>;
  const needsApproval = approval.length > 0;
  const canAccept = differences.length === 0;
  const send = async (step: "accept" | "reject", body: object) => {
    try {
      await sendJson("POST", api.proposalStep(environment, proposalID, step), { digest, ...body });
      announce(step === "accept" ? texts.accepted : texts.rejected);
    } finally {
      // Refreshes after a refusal too, because another person may have decided first.
      await client.invalidateQueries({ queryKey: proposalQueryOptions(environment, proposalID).queryKey });
      void client.invalidateQueries({ queryKey: attentionQueryKey });
    }
  };
  const accept = () => {
    if (change.isBusy || !canAccept) return;
    if (reference.check().length > 0) return;
    void change.run(() => send("accept", reference.value ? { console: reference.value } : {}));
  };
  const words = acceptTexts[kind];
  const label = (needsApproval && words.acceptApproval) || words.accept;
  const note = (needsApproval && words.noteApproval) || words.note;
  return (
    <div className="flex flex-col gap-3">
      {sendsNow && <SendingHeld environment={environment} act={needsApproval ? "approve" : "send"} />}
      <ErrorSummary title={texts.failed} errors={change.errors} attempt={change.attempt} />
      <WriteReferenceFields form={reference} disabled={change.isBusy} />
      <p className="text-ink-muted">{note}</p>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button variant="primary" aria-disabled={change.isBusy || !canAccept} onClick={accept}>
          {label}
        </Button>
        <Button onClick={() => setRejecting(true)}>{texts.reject}</Button>
      </div>
      {isRejecting && (
        <ReasonDialog
          texts={rejectTexts}
          onDecide={(reason) => send("reject", { reason })}
          onClose={() => setRejecting(false)}
        />
      )}
    </div>
  );
}
