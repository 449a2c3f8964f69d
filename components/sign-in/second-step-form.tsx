"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { ErrorSummary } from "#components/forms/error-summary.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { maxTypedCode, plainCode } from "#lib/contract/values/access/factor-limits.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { SignInProblemFacts } from "./sign-in-problem-facts.tsx";
import { signInTexts, secondStepTexts as texts } from "./texts.ts";
import type { SecondStep, SignInAttempts } from "./use-sign-in.ts";

const inputID = "code";

/**
 * The second step of the sign-in. Asks for a code from the app, a recovery code or a passkey, depending on the person's
 * factors.
 */
export function SecondStepForm({ attempts, second }: { attempts: SignInAttempts; second: SecondStep }) {
  const { problem, failures, busy } = attempts;
  const { who, methods } = second;
  const hasTotp = methods.includes("totp");
  const hasRecovery = methods.includes("recovery-code");
  const [isRecovery, setIsRecovery] = useState(false);
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLParagraphElement>(null);
  const isTyped = hasTotp || isRecovery;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new method may move the focus
  useEffect(() => {
    (input.current ?? heading.current)?.focus();
  }, [isRecovery]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (plainCode(code) === "" || code.length > maxTypedCode) return setMissing((count) => count + 1);
    setMissing(0);
    void attempts.signIn({ ...who, code });
  };
  const turn = () => {
    setIsRecovery(!isRecovery);
    setCode("");
    setMissing(0);
    attempts.dismissProblem();
  };
  const message = missing > 0 ? texts.missing : problem && (problem.errors[0]?.message ?? problem.detail);
  const isAtField = missing > 0 || problem?.code === "second_factor_failed";
  const errors = message === undefined ? [] : [{ message, ...(isAtField && isTyped && { inputID }) }];
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
      <ErrorSummary title={signInTexts.summary} errors={errors} attempt={failures + missing}>
        {missing === 0 && problem && <SignInProblemFacts problem={problem} />}
      </ErrorSummary>
      <p ref={heading} tabIndex={-1} className="wrap-anywhere">
        {texts.account} <bdi className="font-medium">{who.email}</bdi>
      </p>
      {isTyped && (
        <TextField
          ref={input}
          // The two kinds of codes have separate inputs, because the browser's suggestions for one kind would be wrong
          // for the other.
          key={String(isRecovery)}
          id={inputID}
          label={isRecovery ? texts.recoveryCode : texts.code}
          inputMode={isRecovery ? "text" : "numeric"}
          autoComplete={isRecovery ? "off" : "one-time-code"}
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={isAtField ? message : undefined}
        />
      )}
      {isRecovery && <p className="-mt-2 text-fine text-ink-muted">{texts.recoveryNote}</p>}
      {isTyped && (
        <Button type="submit" variant="primary" disabled={busy}>
          {busy ? signInTexts.submitting : signInTexts.submit}
        </Button>
      )}
      {methods.includes("passkey") && <PasskeyButton attempts={attempts} />}
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" disabled={busy} className="-ms-3" onClick={attempts.startAgain}>
          {texts.back}
        </Button>
        {hasRecovery && (!isRecovery || hasTotp) && (
          <Button variant="quiet" disabled={busy} className="-me-3" onClick={turn}>
            {isRecovery ? texts.toCode : texts.toRecovery}
          </Button>
        )}
      </div>
    </form>
  );
}
