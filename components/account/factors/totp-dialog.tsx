"use client";

import { useEffect, useId, useRef, useState } from "react";
import { ConfirmedDialog } from "#components/forms/confirmed-dialog.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { CopyButton } from "#components/ui/record/copy-button.tsx";
import type { RecoveryCodesAnswer, TotpStart } from "#lib/contract/console/factors.ts";
import { api } from "#lib/paths.ts";
import { writeJson } from "#lib/requests/fetch-json.ts";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import { factorTexts, totpTexts as texts } from "./texts.ts";

/** Dark squares on a white background in every theme, so that cameras can read the code. */
function QrCode({ size, path }: TotpStart["qr"]) {
  return (
    <svg
      role="img"
      aria-label={texts.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-base border border-line"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}

/**
 * Sets up an authenticator app. Shows the key, asks for a code as proof, and then shows recovery codes if the person
 * has none yet.
 */
export function TotpDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const formID = useId();
  const inputID = `${formID}-code`;
  const [started, setStarted] = useState<TotpStart>();
  const [code, setCode] = useState("");
  const [codes, setCodes] = useState<readonly string[]>();
  const change = useConfirmedChange({ inputOf: { code: inputID } });
  const begin = async () => setStarted(await writeJson<TotpStart>("POST", api.ownTotp(), {}));
  const isBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run only once, when the dialog opens
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void change.run(begin);
  }, []);
  const confirm = () =>
    change.run(async () => {
      const { recoveryCodes } = await writeJson<RecoveryCodesAnswer>("POST", api.confirmTotp(), {}, { code });
      if (recoveryCodes) setCodes(recoveryCodes);
      else onDone();
    });
  if (codes) return <RecoveryCodesDialog key="codes" codes={codes} onDone={onDone} />;
  return (
    <ConfirmedDialog
      title={texts.title}
      step={started ? "code" : "making"}
      change={change}
      failed={factorTexts.failed}
      submit={texts.confirm}
      disabled={!started}
      onSubmit={confirm}
      cancel={{ label: factorTexts.cancel, onClick: onClose }}
      onClose={onClose}
      onStepUpClose={onClose}
    >
      {started ? (
        <>
          <div className="flex flex-wrap items-start gap-4">
            <QrCode {...started.qr} />
            <div className="flex min-w-48 flex-1 flex-col gap-2">
              <p>{texts.scan}</p>
              <p className="text-ink-muted text-table">{texts.byHand}</p>
              <p className="flex items-start gap-2 rounded-base bg-sunken px-3 py-2">
                <span className="min-w-0 flex-1 select-all font-mono text-fine wrap-anywhere">
                  {started.secret.replace(/(.{4})(?=.)/g, "$1 ")}
                </span>
                <CopyButton text={started.secret} label={texts.copyKey} />
              </p>
            </div>
          </div>
          <TextField
            id={inputID}
            {...firstFocusProps}
            label={texts.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
            error={change.errorAt(inputID)}
          />
        </>
      ) : (
        change.errors.length === 0 && <p className="min-h-40 text-ink-muted">{texts.making}</p>
      )}
    </ConfirmedDialog>
  );
}
