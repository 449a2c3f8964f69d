"use client";

import { type FormEvent, useState } from "react";
import { ErrorSummary, type FormError } from "#components/forms/error-summary.tsx";
import {
  type NewPassword,
  NewPasswordFields,
  newPasswordErrors,
  newPasswordInputID,
} from "#components/forms/new-password-fields.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import type { Invitation } from "#lib/contract/access/staff.ts";
import { api, pages } from "#lib/paths.ts";
import { sendJson } from "#lib/requests/fetch-json.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { invitationTexts as texts } from "./texts.ts";

/** Asks an invited person for a password. The link works only once, so the person signs in separately afterwards. */
export function AcceptInvitation({ token, invitation }: { token: string; invitation: Invitation }) {
  const [value, setValue] = useState<NewPassword>({ password: "", repeated: "" });
  const [errors, setErrors] = useState<FormError[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<"choosing" | "saving" | "done">("choosing");

  const fail = (found: FormError[]) => {
    setErrors(found);
    setAttempt((before) => before + 1);
    setState("choosing");
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = newPasswordErrors(value);
    if (wrong.length > 0) return fail(wrong);
    setState("saving");
    try {
      await sendJson("POST", api.invitation(token), { password: value.password });
      setErrors([]);
      setState("done");
    } catch (error) {
      const problem = shownProblem(error);
      const found = problem.errors.map(({ message }) => ({ inputID: newPasswordInputID, message }));
      fail(found.length > 0 ? found : [{ message: problem.detail }]);
    }
  };

  if (state === "done") {
    return (
      <div role="status" className="flex flex-col items-start gap-4">
        <h1 className="font-semibold text-display">{texts.doneTitle}</h1>
        <p>{texts.done}</p>
        <a href={pages.signIn()} className={buttonClass("primary")}>
          {texts.signIn}
        </a>
      </div>
    );
  }
  return (
    <>
      <div>
        <h1 className="font-semibold text-display">{texts.title}</h1>
        <p className="text-ink-muted wrap-anywhere">{texts.forAccount(invitation.name, invitation.email)}</p>
      </div>
      <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
        <ErrorSummary title={texts.failed} errors={errors} attempt={attempt} />
        {/* A hidden field that tells password managers which account the new password belongs to. */}
        <input type="email" autoComplete="username" value={invitation.email} readOnly hidden />
        <NewPasswordFields value={value} errors={errors} onChange={setValue} />
        <Button type="submit" variant="primary" disabled={state === "saving"}>
          {state === "saving" ? texts.saving : texts.submit}
        </Button>
      </form>
    </>
  );
}
