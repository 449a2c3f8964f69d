"use client";

import { type ReactNode, useId, useState } from "react";
import { firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { ConfirmedDialog } from "./confirmed-dialog.tsx";
import { TextField } from "./text-field.tsx";
import { useConfirmedChange } from "./use-confirmed-change.ts";

interface ReasonDialogProps {
  texts: {
    title: string;
    explained: string;
    /** The label of the field. */
    reason: string;
    submit: string;
    cancel: string;
    /** The title of the errors. */
    failed: string;
  };
  /** What the decision is about, under the title. */
  detail?: ReactNode;
  /** Sends the decision. If the function throws, the dialog shows the error. */
  onDecide: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** The dialog for a decision that needs a reason. */
export function ReasonDialog({ texts, detail, onDecide, onClose }: ReasonDialogProps) {
  const reasonID = useId();
  const [reason, setReason] = useState("");
  const change = useConfirmedChange({ inputOf: { reason: reasonID } });
  return (
    <ConfirmedDialog
      title={texts.title}
      detail={detail}
      change={change}
      failed={texts.failed}
      submit={texts.submit}
      onSubmit={() =>
        change.run(async () => {
          await onDecide(reason);
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
