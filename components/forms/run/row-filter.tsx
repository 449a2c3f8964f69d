"use client";

import { classNames } from "#components/ui/class-names.ts";
import { Count } from "#components/ui/count.tsx";
import { runTexts as texts } from "./texts.ts";

interface RowFilterProps<Value extends string> {
  legend: string;
  /** The total number of rows. */
  all: number;
  options: readonly { value: Value; label: string; count: number }[];
  /** The selected kinds of rows. Empty if all rows are shown. */
  values: readonly Value[];
  onValues: (values: readonly Value[]) => void;
}

/**
 * The number of rows of each kind. A press on a kind adds the kind to the filter of the table, or removes it. With
 * several kinds, the table shows the rows of each.
 */
export function RowFilter<Value extends string>({ legend, all, options, values, onValues }: RowFilterProps<Value>) {
  const shown = options.filter((option) => option.count > 0 || values.includes(option.value));
  const toggle = (value: Value) =>
    onValues(values.includes(value) ? values.filter((one) => one !== value) : [...values, value]);
  return (
    <fieldset className="flex flex-wrap gap-1.5 print:hidden">
      <legend className="sr-only">{legend}</legend>
      <RowKind label={texts.all} count={all} isChosen={values.length === 0} onPress={() => onValues([])} />
      {shown.map(({ value, label, count }) => (
        <RowKind
          key={value}
          label={label}
          count={count}
          isChosen={values.includes(value)}
          onPress={() => toggle(value)}
        />
      ))}
    </fieldset>
  );
}

interface RowKindProps {
  label: string;
  count: number;
  isChosen: boolean;
  onPress: () => void;
}

function RowKind({ label, count, isChosen, onPress }: RowKindProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onPress}
      className={classNames(
        "flex h-8 items-center gap-1.5 rounded-base border px-2.5 text-table",
        isChosen ? "chosen" : "border-line bg-surface hover:border-line-strong",
      )}
    >
      {label}
      <span className={isChosen ? undefined : "text-ink-muted"}>
        <Count value={count} />
      </span>
    </button>
  );
}
