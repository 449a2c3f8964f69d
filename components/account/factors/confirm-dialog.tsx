"use client";

import { useState } from "react";
import { ConfirmedDialog } from "#components/forms/confirmed-dialog.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import { factorTexts } from "./texts.ts";

interface ConfirmDialogProps {
  title: string;
  effect: string;
  /** The label of the button. */
  action: string;
  /** Performs the action. Returns new recovery codes if the action created some. */
  perform: () => Promise<readonly string[] | undefined>;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for confirmation before a factor is removed, or before old codes stop working. */
export function ConfirmDialog({ title, effect, action, perform, onClose, onDone }: ConfirmDialogProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const change = useConfirmedChange();
  const send = () =>
    change.run(async () => {
      const shown = await perform();
      if (shown) setCodes(shown);
      else onDone();
    });
  if (codes) return <RecoveryCodesDialog key="codes" codes={codes} onDone={onDone} />;
  return (
    <ConfirmedDialog
      title={title}
      change={change}
      failed={factorTexts.failed}
      submit={action}
      onSubmit={send}
      cancel={{ label: factorTexts.cancel, onClick: onClose, isFirst: true }}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{effect}</p>
    </ConfirmedDialog>
  );
}
