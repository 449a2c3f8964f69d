"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog, firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { KeyRound } from "#components/ui/icon/icons.tsx";
import type { ProofMethod } from "#lib/contract/errors.ts";
import { api } from "#lib/paths.ts";
import { sendJson } from "#lib/requests/fetch-json.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { stepUpByPasskey } from "#lib/session/passkeys.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { passkeyMessage } from "./passkey-texts.ts";
import { PasswordField } from "./password-field.tsx";
import { SsoStepUpDialog } from "./sso-step-up-dialog.tsx";
import { stepUpTexts as texts } from "./step-up-texts.ts";
import { TextField } from "./text-field.tsx";

export interface StepUpProps {
  /** The proof methods that the person can use. They are listed in the server's refusal. */
  methods: readonly ProofMethod[];
  onConfirmed: () => void;
  onClose: () => void;
}

/**
 * Asks the person to prove their identity again. Used if the server refused a change with `step_up_required`.
 * `onConfirmed` then sends the change again.
 */
export function StepUpDialog(props: StepUpProps) {
  if (props.methods.includes("sso")) return <SsoStepUpDialog {...props} />;
  return <OwnStepUpDialog {...props} />;
}

function OwnStepUpDialog({ methods, onConfirmed, onClose }: StepUpProps) {
  const formID = useId();
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<{ message: string; inputID?: string }>();
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const inputID = `${formID}-proof`;
  const ProofField = methods.includes("password") ? PasswordField : TextField;
  const run = async (prove: () => Promise<unknown>, problemOf: (error: unknown) => typeof problem) => {
    setIsBusy(true);
    try {
      await prove();
      onConfirmed();
    } catch (error) {
      setProblem(problemOf(error));
      setAttempt((before) => before + 1);
      setIsBusy(false);
    }
  };
  const isPassword = methods.includes("password");
  const isTyped = isPassword || methods.includes("totp");
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    const body = isPassword ? { password: value } : { code: value };
    void run(
      () => sendJson("POST", api.stepUp(), body),
      (error) => {
        const { detail, errors } = shownProblem(error);
        return { inputID, message: errors[0]?.message ?? detail };
      },
    );
  };
  const proveByPasskey = () => run(stepUpByPasskey, (error) => ({ message: passkeyMessage(error) }));
  const passkeyButton = methods.includes("passkey") && (
    <Button
      {...(!isTyped && firstFocusProps)}
      variant={isTyped ? "secondary" : "primary"}
      disabled={isBusy}
      onClick={proveByPasskey}
    >
      <KeyRound aria-hidden className="size-4" />
      {texts.passkey}
    </Button>
  );
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      className="max-w-md"
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          {passkeyButton}
          {isTyped && (
            <Button variant="primary" type="submit" form={formID} disabled={isBusy}>
              {texts.confirm}
            </Button>
          )}
        </>
      }
    >
      <form id={formID} noValidate onSubmit={confirm} className="flex flex-col gap-4">
        <ErrorSummary title={texts.failed} errors={problem ? [problem] : []} attempt={attempt} />
        <p>{texts.why}</p>
        {isTyped && (
          <ProofField
            id={inputID}
            inputMode={isPassword ? undefined : "numeric"}
            autoComplete={isPassword ? "current-password" : "one-time-code"}
            {...firstFocusProps}
            label={isPassword ? texts.password : texts.code}
            value={value}
            onChange={(event) => setValue(event.target.value)}
            error={problem?.inputID === undefined ? undefined : problem.message}
          />
        )}
      </form>
    </Dialog>
  );
}
