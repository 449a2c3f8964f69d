"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ErrorSummary, type FormError } from "#components/forms/error-summary.tsx";
import {
  type NewPassword,
  NewPasswordFields,
  newPasswordErrors,
  newPasswordInputID,
} from "#components/forms/new-password-fields.tsx";
import { PasswordField } from "#components/forms/password-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { useSession } from "#components/ui/session.tsx";
import { currentPasswordProblem } from "#lib/contract/values/access/passwords.ts";
import { api } from "#lib/paths.ts";
import { ownSessionsQueryOptions } from "#lib/query/console/own-sessions.ts";
import { sendJson } from "#lib/requests/fetch-json.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { ownPasswordTexts as texts } from "./texts.ts";

const currentID = "current-password";
const inputOf: Readonly<Record<string, string>> = { currentPassword: currentID, newPassword: newPasswordInputID };
const empty: NewPassword = { password: "", repeated: "" };

/** A form that changes the person's own password. The change ends all other sessions of the person. */
export function PasswordPanel() {
  const { email } = useSession().staff;
  const client = useQueryClient();
  const [current, setCurrent] = useState("");
  const [value, setValue] = useState(empty);
  const [errors, setErrors] = useState<FormError[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<"typing" | "saving" | "done">("typing");

  const fail = (found: FormError[]) => {
    setErrors(found);
    setAttempt((before) => before + 1);
    setState("typing");
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { currentPassword: current, newPassword: value.password };
    const missing = currentPasswordProblem(current);
    const wrong = newPasswordErrors(value);
    if (missing !== undefined) wrong.unshift({ inputID: currentID, message: missing });
    if (wrong.length > 0) return fail(wrong);
    setState("saving");
    try {
      await sendJson("POST", api.ownPassword(), body);
    } catch (error) {
      const problem = shownProblem(error);
      const found = problem.errors.map(({ field = "", message }) => {
        const inputID = inputOf[field];
        return { ...(inputID !== undefined && { inputID }), message };
      });
      return fail(found.length > 0 ? found : [{ message: problem.detail }]);
    }
    setErrors([]);
    setCurrent("");
    setValue(empty);
    setState("done");
    await client.invalidateQueries({ queryKey: ownSessionsQueryOptions().queryKey });
  };
  return (
    <Panel title={texts.title}>
      <form method="post" noValidate onSubmit={submit} className="flex max-w-md flex-col gap-4 px-4 py-3">
        <ErrorSummary title={texts.failed} errors={errors} attempt={attempt} />
        {/* A hidden field. It tells password managers which account the new password belongs to. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          id={currentID}
          autoComplete="current-password"
          label={texts.current}
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
          error={errors.find((error) => error.inputID === currentID)?.message}
        />
        <NewPasswordFields value={value} errors={errors} onChange={setValue} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" disabled={state === "saving"}>
            {state === "saving" ? texts.saving : texts.submit}
          </Button>
          <p role="status" className="text-table">
            {state === "done" && texts.done}
          </p>
        </div>
      </form>
    </Panel>
  );
}
