"use client";

import { classNames } from "#components/ui/class-names.ts";
import { Count } from "#components/ui/count.tsx";
import { runTexts as texts } from "./texts.ts";

interface RowFilterProps<Value extends string> {
  legend: string;
  /** The total number of rows. */
  all: number;
  options: readonly { value: Value; label: string; count: number }[];
  /** The selected kind of rows. Undefined if all rows are shown. */
  value: Value | undefined;
  onValue: (value: Value | undefined) => void;
}

/** The number of rows of each kind. A press on a kind filters the table by this kind. */
export function RowFilter<Value extends string>({ legend, all, options, value, onValue }: RowFilterProps<Value>) {
  const shown = options.filter((option) => option.count > 0 || option.value === value);
  return (
    <fieldset className="flex flex-wrap gap-1.5 print:hidden">
      <legend className="sr-only">{legend}</legend>
      {[{ value: undefined, label: texts.all, count: all }, ...shown].map((option) => (
        <button
          key={option.value ?? ""}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onValue(option.value)}
          className={classNames(
            "flex h-8 items-center gap-1.5 rounded-base border px-2.5 text-table",
            option.value === value ? "chosen" : "border-line bg-surface hover:border-line-strong",
          )}
        >
          {option.label}
          <span className={option.value === value ? undefined : "text-ink-muted"}>
            <Count value={option.count} />
          </span>
        </button>
      ))}
    </fieldset>
  );
}
