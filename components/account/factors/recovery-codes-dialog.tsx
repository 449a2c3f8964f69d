"use client";

import { ResultDialog } from "#components/forms/confirmed-dialog.tsx";
import { RecoveryCodesShown } from "./recovery-codes-shown.tsx";
import { factorTexts, recoveryTexts } from "./texts.ts";

export function RecoveryCodesDialog({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <ResultDialog title={recoveryTexts.title} close={factorTexts.done} onClose={onDone}>
      <RecoveryCodesShown codes={codes} />
    </ResultDialog>
  );
}
