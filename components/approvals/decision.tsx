"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorSummary } from "#components/forms/error-summary.tsx";
import { SendingHeld } from "#components/forms/sending-held.tsx";
import { StepUpDialog } from "#components/forms/step-up-dialog.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { useSession } from "#components/ui/session.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import type { ApprovalDetail } from "#lib/contract/operations/approval.ts";
import { api } from "#lib/paths.ts";
import { attentionQueryKey } from "#lib/query/console/attention-count.ts";
import { approvalQueryOptions } from "#lib/query/operations/approvals.ts";
import { sendJson } from "#lib/requests/fetch-json.ts";
import { approvalTexts as texts } from "./texts.ts";

const DecisionDialog = lazyPart(() => import("./decision-dialog.tsx").then((module) => module.DecisionDialog));

type Step = "approve" | "reject" | "withdraw" | "emergency" | "acknowledge";

/**
 * The actions that this person may take on a request, or the reason why there are none. After an action, the state is
 * read from the server, never guessed.
 */
export function Decision({ detail }: { detail: ApprovalDetail }) {
  const { approval, differences, isOwn, refusal } = detail;
  const { environment, approvalID, digest, state, kind } = approval;
  const { role } = useSession().staff;
  const client = useQueryClient();
  const [asked, setAsked] = useState<"reject" | "emergency">();
  const change = useConfirmedChange();
  const mayDecide = may(role, "approvals.decide");
  const canDecide = mayDecide && refusal === undefined;
  const send = async (step: Step, reason?: string) => {
    const body =
      step === "withdraw" || step === "acknowledge" ? undefined : { digest, ...(reason !== undefined && { reason }) };
    try {
      await sendJson("POST", api.approvalStep(environment, approvalID, step), body);
      announce(texts.done[step]);
    } finally {
      // Refreshes after a refusal too, because another person may have decided first or the contract may have changed.
      await client.invalidateQueries({ queryKey: approvalQueryOptions(environment, approvalID).queryKey });
      void client.invalidateQueries({ queryKey: attentionQueryKey });
    }
  };
  const take = (step: Step) => void change.run(() => send(step));
  const isWaiting = state === "waiting";
  const isUnseenEmergency = approval.emergency === true && approval.acknowledgedBy === undefined;
  const mayAcknowledge = isUnseenEmergency && canDecide;
  return (
    <div className="flex flex-col gap-3">
      {isWaiting && (canDecide || may(role, "approvals.override")) && (
        <SendingHeld environment={environment} act={kind === "import" ? "send" : "approve"} />
      )}
      <ErrorSummary title={texts.failed} errors={change.errors} attempt={change.attempt} />
      {isWaiting && !mayDecide && <p className="text-ink-muted">{texts.mayNot}</p>}
      {mayDecide && refusal !== undefined && <p className="text-ink-muted wrap-anywhere">{refusal}</p>}
      {isWaiting && canDecide && kind !== "change" && <p className="text-ink-muted">{texts.approveNote[kind]}</p>}
      {mayAcknowledge && <p className="text-ink-muted">{texts.acknowledgeNote}</p>}
      <div className="flex flex-wrap gap-2 empty:hidden print:hidden">
        {isWaiting && canDecide && (
          <>
            <Button
              variant="primary"
              aria-disabled={change.isBusy || differences.length > 0}
              onClick={() => !change.isBusy && differences.length === 0 && take("approve")}
            >
              {kind === "change" ? texts.approve : texts.approveBulk}
            </Button>
            <Button onClick={() => setAsked("reject")}>{texts.reject}</Button>
          </>
        )}
        {isWaiting && isOwn && (
          <Button aria-disabled={change.isBusy} onClick={() => !change.isBusy && take("withdraw")}>
            {texts.withdraw}
          </Button>
        )}
        {isWaiting && may(role, "approvals.override") && (
          <Button variant="quiet" onClick={() => setAsked("emergency")}>
            {texts.emergencyRelease}
          </Button>
        )}
        {mayAcknowledge && (
          <Button variant="primary" onClick={() => take("acknowledge")}>
            {texts.acknowledge}
          </Button>
        )}
      </div>
      {change.stepUp && <StepUpDialog {...change.stepUp} />}
      {asked && (
        <DecisionDialog
          approval={approval}
          kind={asked}
          onDecide={(reason) => send(asked, reason)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}
