"use client";

import { classNames } from "#components/ui/class-names.ts";
import { maxReasonLength, maxTicketLength } from "#lib/contract/values/operations/write-references.ts";
import { inputClass } from "./text-field.tsx";
import { useFieldError } from "./use-field-error.ts";
import type { WriteReferenceForm } from "./use-write-reference.ts";
import { writeReferenceTexts as texts } from "./write-reference-texts.ts";

interface WriteReferenceFieldsProps {
  form: WriteReferenceForm;
  disabled?: boolean;
  className?: string;
}

/** The fields for the ticket and the reason of a write. They are side by side if there is enough space. */
export function WriteReferenceFields({ form, disabled = false, className }: WriteReferenceFieldsProps) {
  const lengths = { ticket: maxTicketLength, reason: maxReasonLength };
  const noteID = `${form.ticket.id}-note`;
  const errors = {
    ticket: useFieldError(form.ticket.id, form.ticket.error),
    reason: useFieldError(form.reason.id, form.reason.error),
  };
  return (
    <div className={classNames("grid gap-x-4 gap-y-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]", className)}>
      {(["ticket", "reason"] as const).map((name) => {
        const { id, value, isRequired } = form[name];
        const error = errors[name];
        return (
          <div key={name} className="flex flex-col gap-1">
            <label htmlFor={id} className="font-medium text-table">
              {texts[name]} {!isRequired && <span className="font-normal text-ink-muted">{texts.optional}</span>}
            </label>
            <input
              id={id}
              value={value}
              maxLength={lengths[name]}
              autoComplete="off"
              spellCheck={name === "reason"}
              disabled={disabled}
              aria-required={isRequired}
              aria-invalid={error !== undefined}
              aria-describedby={error === undefined ? noteID : `${id}-error ${noteID}`}
              onChange={({ target }) => form.change({ [name]: target.value })}
              className={inputClass}
            />
            {error !== undefined && (
              <p id={`${id}-error`} className="text-negative text-table wrap-anywhere">
                {error}
              </p>
            )}
          </div>
        );
      })}
      <p id={noteID} className="text-fine text-ink-muted sm:col-span-2">
        {texts.kept} {form.example !== undefined && texts.example(form.example)}
      </p>
    </div>
  );
}
