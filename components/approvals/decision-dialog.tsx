"use client";

import { useId, useState } from "react";
import { ConfirmedDialog } from "#components/forms/confirmed-dialog.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { EnvironmentMark } from "#components/ui/environment/environment-mark.tsx";
import type { Approval } from "#lib/contract/operations/approval.ts";
import { decisionTexts, emergencyTexts, rejectTexts } from "./texts.ts";

interface DecisionDialogProps {
  approval: Approval;
  kind: "reject" | "emergency";
  /** Sends the decision. If the function throws, the dialog shows the error. */
  onDecide: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** The dialog for a decision that needs a reason. */
export function DecisionDialog({ approval, kind, onDecide, onClose }: DecisionDialogProps) {
  const reasonID = useId();
  const [reason, setReason] = useState("");
  const change = useConfirmedChange({ inputOf: { reason: reasonID } });
  const texts = kind === "reject" ? rejectTexts : emergencyTexts;
  return (
    <ConfirmedDialog
      title={texts.title}
      detail={
        <span className="flex flex-wrap items-center gap-2">
          <EnvironmentMark environment={approval.environment} />
          <bdi>{approval.title}</bdi>
        </span>
      }
      change={change}
      failed={decisionTexts.failed}
      submit={texts.submit}
      onSubmit={() =>
        change.run(async () => {
          await onDecide(reason);
          onClose();
        })
      }
      cancel={{ label: decisionTexts.cancel, onClick: onClose }}
      onClose={onClose}
    >
      <p className="text-table">{texts.explained}</p>
      <TextField
        id={reasonID}
        {...firstFocusProps}
        label={decisionTexts.reason}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={change.errorAt(reasonID)}
      />
    </ConfirmedDialog>
  );
}
