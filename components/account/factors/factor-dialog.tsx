"use client";

import type { Passkey, RecoveryCodesAnswer } from "#lib/contract/console/factors.ts";
import { api } from "#lib/paths.ts";
import { sendJson, writeJson } from "#lib/requests/fetch-json.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { PasskeyDialog } from "./passkey-dialog.tsx";
import { factorTexts, passkeyTexts, recoveryTexts, totpTexts } from "./texts.ts";
import { TotpDialog } from "./totp-dialog.tsx";

/** The dialog that is open, and its data. */
export type ShownDialog =
  | { kind: "app" | "remove-app" | "passkey" | "codes" }
  | { kind: "rename" | "remove-passkey"; passkey: Passkey };

interface FactorDialogProps {
  shown: ShownDialog;
  onClose: () => void;
  onDone: () => void;
}

export function FactorDialog({ shown, ...ends }: FactorDialogProps) {
  switch (shown.kind) {
    case "app":
      return <TotpDialog {...ends} />;
    case "passkey":
      return <PasskeyDialog {...ends} />;
    case "rename":
      return <PasskeyDialog passkey={shown.passkey} {...ends} />;
    case "remove-app":
      return (
        <ConfirmDialog
          title={totpTexts.removeTitle}
          effect={totpTexts.removeEffect}
          action={factorTexts.remove}
          perform={() => remove(api.ownTotp())}
          {...ends}
        />
      );
    case "remove-passkey":
      return (
        <ConfirmDialog
          title={passkeyTexts.removeTitle}
          effect={passkeyTexts.removeEffect(shown.passkey.name)}
          action={factorTexts.remove}
          perform={() => remove(api.ownPasskey(shown.passkey.passkeyID))}
          {...ends}
        />
      );
    case "codes":
      return (
        <ConfirmDialog
          title={recoveryTexts.makeTitle}
          effect={recoveryTexts.makeEffect}
          action={factorTexts.makeCodes}
          perform={async () => (await writeJson<RecoveryCodesAnswer>("POST", api.recoveryCodes(), {})).recoveryCodes}
          {...ends}
        />
      );
  }
}

async function remove(path: string): Promise<undefined> {
  await sendJson("DELETE", path);
}
