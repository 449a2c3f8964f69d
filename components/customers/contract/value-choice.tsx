"use client";

import type { UseFormRegisterReturn } from "react-hook-form";
import { inputClass } from "#components/forms/text-field.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { firstFocus } from "#components/ui/dialog.tsx";
import { otherChoice } from "./choice.ts";
import { type Member, formTexts as texts } from "./texts.ts";

interface ValueChoiceProps {
  formID: string;
  member: Member;
  offered: readonly string[];
  /** What the contract has now. */
  present: string | undefined;
  choice: string;
  errors: readonly string[];
  hasFirstFocus: boolean;
  choiceProps: UseFormRegisterReturn;
  otherProps: UseFormRegisterReturn;
  choiceOf: (value: string) => string;
}

const rowClass =
  "flex min-h-9 cursor-pointer items-center gap-2.5 px-3 py-1 not-first:border-line not-first:border-t hover:bg-sunken has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2";

/** The values on offer, the present one marked, and a place to type another. */
export function ValueChoice(props: ValueChoiceProps) {
  const { formID, member, offered, present, choice, errors, hasFirstFocus, choiceProps, otherProps, choiceOf } = props;
  const errorID = `${formID}-error`;
  const noteID = `${formID}-note`;
  const isInvalid = errors.length > 0;
  const describedBy = isInvalid ? errorID : undefined;
  const values = [...offered, ...(present === undefined || offered.includes(present) ? [] : [present])];
  const checked = values.findIndex((value) => choiceOf(value) === choice);
  const focusAt = hasFirstFocus ? Math.max(0, checked) : -1;
  return (
    <fieldset aria-describedby={describedBy}>
      <legend className="mb-1 font-medium text-table">{texts.newValue(member)}</legend>
      <div
        className={classNames(
          "max-h-72 overflow-auto rounded-base border bg-surface",
          isInvalid ? "border-negative ring-1 ring-negative" : "border-line-strong",
        )}
      >
        {values.map((value, index) => (
          <label key={value} className={rowClass}>
            <input
              id={`${formID}-choice-${index}`}
              type="radio"
              value={choiceOf(value)}
              {...choiceProps}
              {...(index === focusAt && choice !== otherChoice ? firstFocus : {})}
              className="size-4 shrink-0 outline-none"
            />
            <bdi className="min-w-0 flex-1 wrap-anywhere">{value}</bdi>
            {value === present && (
              <span className="shrink-0 rounded-small bg-sunken px-1.5 text-fine text-ink-muted">{texts.present}</span>
            )}
          </label>
        ))}
        <div className={classNames(rowClass, "flex-wrap")}>
          <label className="flex cursor-pointer items-center gap-2.5">
            <input
              type="radio"
              value={otherChoice}
              {...choiceProps}
              {...(hasFirstFocus && (choice === otherChoice || values.length === 0) ? firstFocus : {})}
              className="size-4 shrink-0 outline-none"
            />
            {texts.other(member)}
          </label>
          <input
            id={`${formID}-other`}
            type="text"
            aria-label={texts.other(member)}
            aria-invalid={isInvalid && choice === otherChoice}
            aria-describedby={classNames(describedBy, noteID)}
            autoComplete="off"
            spellCheck={false}
            {...otherProps}
            className={classNames(inputClass, "min-w-40 flex-1 basis-40")}
          />
        </div>
      </div>
      <p id={noteID} className="mt-1 text-fine text-ink-muted">
        {texts.otherNote}
      </p>
      {isInvalid && (
        <div id={errorID} className="mt-1 text-negative text-table">
          {errors.map((message) => (
            <p key={message} className="wrap-anywhere">
              {message}
            </p>
          ))}
        </div>
      )}
    </fieldset>
  );
}
