"use client";

import type { ReactNode } from "react";
import { inputClass } from "#components/forms/text-field.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { fieldTexts, createTexts as texts } from "./texts.ts";

interface FieldWithNoteProps {
  id: string;
  label: string;
  /** The purpose of the field, which screen readers announce with its name. */
  note?: ReactNode;
  isOptional?: boolean;
  error: string | undefined;
  value: string;
  onValue: (value: string) => void;
  type?: "text" | "email";
  inputMode?: "numeric";
  /** True if the field has several lines, for a block of JSON. */
  isBlock?: boolean;
  className?: string;
  children?: ReactNode;
}

/** A field with a note that explains its purpose. */
export function FieldWithNote(props: FieldWithNoteProps) {
  const { id, label, note, isOptional, error, value, onValue, type = "text", inputMode, isBlock } = props;
  const noteID = `${id}-note`;
  const errorID = `${id}-error`;
  const describedBy = [note && noteID, error !== undefined && errorID].filter(Boolean).join(" ");
  const common = {
    id,
    value,
    spellCheck: false,
    autoComplete: "off",
    "aria-invalid": error !== undefined,
    "aria-describedby": describedBy === "" ? undefined : describedBy,
  };
  return (
    <div className={classNames("flex flex-col gap-1", props.className)}>
      <label htmlFor={id} className="font-medium text-table">
        {label} {isOptional && <span className="font-normal text-ink-muted">{texts.optional}</span>}
      </label>
      {isBlock ? (
        <textarea
          {...common}
          rows={6}
          placeholder={fieldTexts.furtherExample}
          onChange={({ target }) => onValue(target.value)}
          className={classNames(inputClass, "h-auto min-h-40 resize-y py-2 font-mono text-table")}
        />
      ) : (
        <input
          {...common}
          type={type}
          inputMode={inputMode}
          onChange={({ target }) => onValue(target.value)}
          className={inputClass}
        />
      )}
      {note && (
        <p id={noteID} className="text-fine text-ink-muted wrap-anywhere">
          {note}
        </p>
      )}
      {error !== undefined && (
        <p id={errorID} className="text-negative text-table wrap-anywhere">
          {error}
        </p>
      )}
      {props.children}
    </div>
  );
}
