"use client";

import { useId, useState } from "react";
import { ConfirmedDialog } from "#components/forms/confirmed-dialog.tsx";
import { passkeyMessage } from "#components/forms/passkey-texts.ts";
import { TextField } from "#components/forms/text-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import type { Passkey } from "#lib/contract/console/factors.ts";
import { maxPasskeyName } from "#lib/contract/values/access/factor-limits.ts";
import { browserName } from "#lib/format/browser-name.ts";
import { api } from "#lib/paths.ts";
import { sendJson } from "#lib/requests/fetch-json.ts";
import { keepPasskey, makePasskey } from "#lib/session/passkeys.ts";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import { factorTexts, passkeyTexts as texts } from "./texts.ts";

interface PasskeyDialogProps {
  /** The passkey to rename. If undefined, the dialog adds a new passkey. */
  passkey?: Passkey;
  onClose: () => void;
  onDone: () => void;
}

/** A dialog that adds a passkey with a name, or renames a passkey. */
export function PasskeyDialog({ passkey, onClose, onDone }: PasskeyDialogProps) {
  const formID = useId();
  const inputID = `${formID}-name`;
  const [name, setName] = useState(() => passkey?.name ?? browserName(navigator.userAgent) ?? texts.usualName);
  const [codes, setCodes] = useState<readonly string[]>();
  const change = useConfirmedChange({ inputOf: { name: inputID }, toMessage: passkeyMessage });
  const submit = () =>
    change.run(async () => {
      if (passkey) {
        await sendJson("PATCH", api.ownPasskey(passkey.passkeyID), { name });
        return onDone();
      }
      const { recoveryCodes } = await keepPasskey(name, await makePasskey());
      if (recoveryCodes) setCodes(recoveryCodes);
      else onDone();
    });
  if (codes) return <RecoveryCodesDialog key="codes" codes={codes} onDone={onDone} />;
  return (
    <ConfirmedDialog
      title={passkey ? texts.renameTitle : texts.title}
      className="max-w-md"
      change={change}
      failed={factorTexts.failed}
      submit={passkey ? texts.renameNow : texts.add}
      onSubmit={submit}
      cancel={{ label: factorTexts.cancel, onClick: onClose }}
      onClose={onClose}
    >
      {!passkey && <p>{texts.note}</p>}
      <div>
        <TextField
          id={inputID}
          {...firstFocusProps}
          label={texts.name}
          autoComplete="off"
          maxLength={maxPasskeyName}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={change.errorAt(inputID)}
        />
        <p className="mt-1 text-fine text-ink-muted">{texts.nameNote}</p>
      </div>
    </ConfirmedDialog>
  );
}
