"use client";

import { useForm } from "react-hook-form";
import { ErrorSummary, type FormError } from "#components/forms/error-summary.tsx";
import { PasswordField } from "#components/forms/password-field.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import type { SignIn } from "#lib/contract/console/session.ts";
import { resolveSignIn } from "./resolve-sign-in.ts";
import { SignInProblemFacts } from "./sign-in-problem-facts.tsx";
import { signInTexts as texts } from "./texts.ts";
import type { SignInAttempts } from "./use-sign-in.ts";

const fields = ["email", "password"] as const;

/**
 * Asks for email address and password. The typed text remains after a failure. Each message appears above the form. A
 * message about a missing or wrong field also appears at the field.
 */
export function SignInForm({ attempts }: { attempts: SignInAttempts }) {
  const { problem, failures, busy, signIn } = attempts;
  // Signing in needs scripts. So the server's HTML omits the texts about signing in.
  const isHydrated = useHydrated();
  const { register, handleSubmit, formState } = useForm<SignIn>({
    resolver: resolveSignIn,
    shouldFocusError: false,
  });
  const { errors, submitCount } = formState;
  const listed: FormError[] = fields.flatMap((name) => {
    const message = errors[name]?.message;
    return message === undefined ? [] : [{ inputID: name, message }];
  });
  if (listed.length === 0 && problem) {
    listed.push({ message: problem.detail }, ...problem.errors.map(({ message }) => ({ message })));
  }
  return (
    // If the page's scripts do not run, the browser submits the form itself. `post` then keeps the password out of the
    // URL.
    <form method="post" noValidate onSubmit={handleSubmit(signIn)} className="flex flex-col gap-4">
      <ErrorSummary title={texts.summary} errors={listed} attempt={submitCount + failures}>
        {problem && <SignInProblemFacts problem={problem} />}
      </ErrorSummary>
      <TextField
        id="email"
        type="email"
        autoComplete="username"
        spellCheck={false}
        label={texts.email}
        error={errors.email?.message}
        {...register("email")}
      />
      <PasswordField
        id="password"
        autoComplete="current-password"
        label={texts.password}
        error={errors.password?.message}
        {...register("password")}
      />
      <Button type="submit" variant="primary" disabled={busy}>
        {busy ? texts.submitting : texts.submit}
      </Button>
      <p className="min-h-5 text-ink-muted text-table">{isHydrated && texts.forgotten}</p>
    </form>
  );
}
