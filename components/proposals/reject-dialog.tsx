"use client";

import { useId, useState } from "react";
import { ConfirmedDialog } from "#components/forms/confirmed-dialog.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { proposalTexts, rejectTexts as texts } from "./texts.ts";

interface RejectDialogProps {
  /** Sends the decision. If the function throws, the dialog shows the error. */
  onReject: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** The dialog for the reason of a rejection. */
export function RejectDialog({ onReject, onClose }: RejectDialogProps) {
  const reasonID = useId();
  const [reason, setReason] = useState("");
  const change = useConfirmedChange({ inputOf: { reason: reasonID } });
  return (
    <ConfirmedDialog
      title={texts.title}
      change={change}
      failed={proposalTexts.failed}
      submit={texts.submit}
      onSubmit={() =>
        change.run(async () => {
          await onReject(reason);
          onClose();
        })
      }
      cancel={{ label: texts.cancel, onClick: onClose }}
      onClose={onClose}
    >
      <p className="text-table">{texts.explained}</p>
      <TextField
        id={reasonID}
        {...firstFocusProps}
        label={texts.reason}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={change.errorAt(reasonID)}
      />
    </ConfirmedDialog>
  );
}
