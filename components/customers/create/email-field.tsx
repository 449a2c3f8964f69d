"use client";

import type { CreationValues } from "#lib/browser-storage/creation-draft.ts";
import { isHardwareOnly } from "#lib/contract/values/customers/hardware-only-plans.ts";
import { FieldWithNote } from "./field-with-note.tsx";
import type { PlanRule } from "./outcome/check-creation.ts";
import { fieldTexts as texts } from "./texts.ts";

interface EmailFieldProps {
  id: string;
  values: CreationValues;
  rule: PlanRule;
  error: string | undefined;
  onChange: (changes: Partial<CreationValues>) => void;
}

/**
 * The administrator's email address. The plan decides whether the address is required, and the field explains this.
 * Only the API knows for certain which plans are hardware-only. So after an error, a checkbox allows an empty address.
 */
export function EmailField({ id, values, rule, error, onChange }: EmailFieldProps) {
  const plan = values.plan.trim();
  const isOptional = plan !== "" && isHardwareOnly(plan, rule);
  const note = plan === "" ? texts.emailNoPlan : isOptional ? texts.emailNotNeeded(plan) : texts.emailNeeded(plan);
  const asks = plan !== "" && !isOptional && values.email.trim() === "" && (error !== undefined || values.withoutEmail);
  return (
    <FieldWithNote
      id={id}
      type="email"
      label={texts.email}
      isOptional={isOptional}
      note={note}
      error={error}
      value={values.email}
      onValue={(email) => onChange({ email })}
    >
      <span role="status" className="sr-only">
        {plan !== "" && note}
      </span>
      {asks && (
        <label className="mt-1 flex min-h-6 items-start gap-2 text-table">
          <input
            type="checkbox"
            checked={values.withoutEmail}
            onChange={({ target }) => onChange({ withoutEmail: target.checked })}
            className="mt-0.5 size-4 shrink-0"
          />
          <span className="wrap-anywhere">
            {texts.withoutEmail(plan)}
            <span className="block text-fine text-ink-muted">{texts.withoutEmailNote}</span>
          </span>
        </label>
      )}
    </FieldWithNote>
  );
}
