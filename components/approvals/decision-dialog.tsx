"use client";

import { ReasonDialog } from "#components/forms/reason-dialog.tsx";
import { EnvironmentMark } from "#components/ui/environment/environment-mark.tsx";
import type { Approval } from "#lib/contract/operations/approval.ts";
import { decisionTexts, emergencyTexts, rejectTexts } from "./texts.ts";

interface DecisionDialogProps {
  approval: Approval;
  kind: "reject" | "emergency";
  onDecide: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** The dialog for a decision that needs a reason, with the title of the request. */
export function DecisionDialog({ approval, kind, onDecide, onClose }: DecisionDialogProps) {
  return (
    <ReasonDialog
      texts={{
        ...(kind === "reject" ? rejectTexts : emergencyTexts),
        reason: decisionTexts.reason,
        cancel: decisionTexts.cancel,
        failed: decisionTexts.failed,
      }}
      detail={
        <span className="flex flex-wrap items-center gap-2">
          <EnvironmentMark environment={approval.environment} />
          <bdi>{approval.title}</bdi>
        </span>
      }
      onDecide={onDecide}
      onClose={onClose}
    />
  );
}
