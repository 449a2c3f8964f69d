"use client";

import { useId } from "react";

interface SegmentedProps<Value extends string> {
  legend: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** Radio buttons that look like one bar. For a choice between a few options. */
export function Segmented<Value extends string>({ legend, value, options, onChange }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset className="flex items-center justify-between gap-3">
      <legend className="float-left text-table text-ink-muted">{legend}</legend>
      <div className="flex rounded-base bg-sunken p-0.5">
        {options.map((option) => (
          <label key={option.value} className="segment">
            <input
              type="radio"
              className="absolute inset-0 cursor-pointer opacity-0"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
