"use client";

import { useState } from "react";
import { inputClass } from "#components/forms/text-field.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { fieldTexts as texts } from "./texts.ts";

interface OfferedFieldProps {
  id: string;
  label: string;
  /** The first, empty choice. */
  choose: string;
  /** Names the input for a value that is not offered. */
  otherLabel: string;
  offered: readonly string[];
  value: string;
  onValue: (value: string) => void;
  error: string | undefined;
}

const otherChoice = "\u0000other";

/** A value of those that are known, or another one, typed: the API alone knows all of them. */
export function OfferedField(props: OfferedFieldProps) {
  const { id, label, choose, otherLabel, offered, value, onValue, error } = props;
  const isUnlisted = value !== "" && !offered.includes(value);
  const [isOther, setIsOther] = useState(isUnlisted);
  const typed = isOther || isUnlisted || offered.length === 0;
  const errorID = `${id}-error`;
  const describedBy = error === undefined ? undefined : errorID;
  const typedID = offered.length === 0 ? id : `${id}-other`;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium text-table">
        {label}
      </label>
      {offered.length > 0 && (
        <select
          id={id}
          value={typed ? otherChoice : value}
          aria-invalid={error !== undefined && !typed}
          aria-describedby={describedBy}
          onChange={({ target }) => {
            setIsOther(target.value === otherChoice);
            onValue(target.value === otherChoice ? "" : target.value);
          }}
          className={classNames(inputClass, "pe-1")}
        >
          <option value="">{choose}</option>
          {offered.map((known) => (
            <option key={known} value={known}>
              {known}
            </option>
          ))}
          <option value={otherChoice}>{texts.other}</option>
        </select>
      )}
      {typed && (
        <>
          {offered.length > 0 && (
            <label htmlFor={typedID} className="text-fine text-ink-muted">
              {otherLabel}
            </label>
          )}
          <input
            id={typedID}
            value={value}
            maxLength={400}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={error !== undefined}
            aria-describedby={describedBy}
            onChange={({ target }) => onValue(target.value)}
            className={inputClass}
          />
        </>
      )}
      {error !== undefined && (
        <p id={errorID} className="text-negative text-table wrap-anywhere">
          {error}
        </p>
      )}
    </div>
  );
}
