"use client";

import { passwordProblem } from "#lib/contract/values/access/passwords.ts";
import type { FormError } from "./error-summary.tsx";
import { newPasswordTexts as texts } from "./new-password-texts.ts";
import { PasswordField } from "./password-field.tsx";

export interface NewPassword {
  password: string;
  repeated: string;
}

const inputIDs = { password: "new-password", repeated: "repeated-password" } as const;

/** The ID of the input that shows the server's messages about the new password. */
export const newPasswordInputID: string = inputIDs.password;

/** The errors of a new password that the browser finds before the form is sent. */
export function newPasswordErrors({ password, repeated }: NewPassword): FormError[] {
  const message = passwordProblem(password);
  if (message !== undefined) return [{ inputID: inputIDs.password, message }];
  return password === repeated ? [] : [{ inputID: inputIDs.repeated, message: texts.differ }];
}

interface NewPasswordFieldsProps {
  value: NewPassword;
  errors: readonly FormError[];
  onChange: (value: NewPassword) => void;
}

/** Fields for a new password. A person types the password twice, because the characters are hidden. */
export function NewPasswordFields({ value, errors, onChange }: NewPasswordFieldsProps) {
  const errorAt = (inputID: string) => errors.find((error) => error.inputID === inputID)?.message;
  return (
    <>
      <div>
        <PasswordField
          id={inputIDs.password}
          autoComplete="new-password"
          label={texts.password}
          value={value.password}
          onChange={(event) => onChange({ ...value, password: event.target.value })}
          error={errorAt(inputIDs.password)}
        />
        <p className="mt-1 text-fine text-ink-muted">{texts.note}</p>
      </div>
      <PasswordField
        id={inputIDs.repeated}
        autoComplete="new-password"
        label={texts.repeat}
        value={value.repeated}
        onChange={(event) => onChange({ ...value, repeated: event.target.value })}
        error={errorAt(inputIDs.repeated)}
      />
    </>
  );
}
