"use client";

import { useId, useState } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { ContractValue } from "#components/ui/value/contract-value.tsx";
import type { Contract } from "#lib/contract/customers/customer.ts";
import { contractValueTexts as texts } from "./contract-value-texts.ts";
import { inputClass } from "./text-field.tsx";
import { useFieldError } from "./use-field-error.ts";

interface ContractValueFieldProps {
  /** The ID of the input. Error messages about this field link to it. */
  id: string;
  member: keyof Contract;
  legend: string;
  offered: readonly string[];
  /** The contract's current value. */
  present?: string | undefined;
  value: string;
  onValue: (value: string) => void;
  errors: readonly string[];
  hasFirstFocus?: boolean;
}

const rowClass =
  "flex min-h-9 items-center gap-2.5 px-3 py-1 not-first:border-line not-first:border-t hover:bg-sunken has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2";
const radioClass = "size-4 shrink-0 outline-none";

/**
 * A field for a plan or a term. A person chooses an offered value or types another one, because only the API knows all
 * values.
 */
export function ContractValueField(props: ContractValueFieldProps) {
  const { id, member, legend, offered, present, value, onValue, hasFirstFocus = false } = props;
  const found = props.errors.join("\n");
  const errors = useFieldError(id, found === "" ? undefined : found)?.split("\n") ?? [];
  const name = useId();
  const values = present === undefined || offered.includes(present) ? offered : [...offered, present];
  const [choseOther, setChoseOther] = useState(false);
  /** The typed value. If the person chooses an offered value, the typed value stays stored here. */
  const [typed, setTyped] = useState("");
  const isTyped = choseOther || values.length === 0 || (value !== "" && !values.includes(value));
  const choose = (isOther: boolean, chosen: string) => {
    if (isTyped && !isOther) setTyped(value);
    setChoseOther(isOther);
    onValue(chosen);
  };
  const errorID = `${id}-error`;
  const noteID = `${id}-note`;
  const isInvalid = errors.length > 0;
  const describedBy = isInvalid ? errorID : undefined;
  const mainProps = { id, ...(hasFirstFocus ? firstFocusProps : {}) };
  const mainValue = values.includes(value) ? value : values[0];
  return (
    <fieldset aria-describedby={describedBy} className="min-w-0">
      <legend className="mb-1 font-medium text-table">{legend}</legend>
      <div
        className={classNames(
          "max-h-72 overflow-auto rounded-base border bg-surface",
          isInvalid ? "border-negative ring-1 ring-negative" : "border-line-strong",
        )}
      >
        {values.map((one) => (
          <label key={one} className={classNames(rowClass, "cursor-pointer")}>
            <input
              type="radio"
              name={name}
              checked={!isTyped && value === one}
              onChange={() => choose(false, one)}
              {...(!isTyped && one === mainValue ? mainProps : {})}
              className={radioClass}
            />
            <ContractValue member={member} value={one} className="min-w-0 flex-1 wrap-anywhere" />
            {one === present && (
              <span className="shrink-0 rounded-small bg-sunken px-1.5 text-fine text-ink-muted">{texts.present}</span>
            )}
          </label>
        ))}
        <div className={classNames(rowClass, "flex-wrap")}>
          {values.length > 0 && (
            <label className="flex cursor-pointer items-center gap-2.5">
              <input
                type="radio"
                name={name}
                checked={isTyped}
                onChange={() => choose(true, typed)}
                className={radioClass}
              />
              {texts.another[member]}
            </label>
          )}
          <input
            aria-label={texts.another[member]}
            aria-invalid={isInvalid && isTyped}
            aria-describedby={classNames(describedBy, isTyped && noteID) || undefined}
            value={isTyped ? value : typed}
            onChange={({ target }) => choose(true, target.value)}
            {...(isTyped ? mainProps : {})}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            className={classNames(inputClass, "min-w-40 flex-1 basis-40")}
          />
        </div>
      </div>
      {isTyped && (
        <p id={noteID} className="mt-1 text-fine text-ink-muted">
          {texts.anotherNote}
        </p>
      )}
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
