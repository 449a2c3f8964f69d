"use client";

import { classNames } from "#components/ui/class-names.ts";
import { Count } from "#components/ui/count.tsx";
import type { Bulk, BulkRowState } from "#lib/contract/operations/bulk.ts";
import { bulkRowStates } from "#lib/contract/values/operations/bulk-states.ts";
import { rowStateNames, bulkTexts as texts } from "./texts.ts";

interface RowFilterProps {
  bulk: Bulk;
  state: BulkRowState | undefined;
  onState: (state: BulkRowState | undefined) => void;
}

/** The number of rows in each state. Each state filters the table. */
export function RowFilter({ bulk, state, onState }: RowFilterProps) {
  const all = Object.values(bulk.counts).reduce((sum, count) => sum + count, 0);
  const present = bulkRowStates.filter((one) => bulk.counts[one] > 0 || one === state);
  const options = [
    { value: undefined, label: texts.all, count: all },
    ...present.map((one) => ({ value: one, label: rowStateNames[one], count: bulk.counts[one] })),
  ];
  return (
    <fieldset className="flex flex-wrap gap-1.5 print:hidden">
      <legend className="sr-only">{texts.filter}</legend>
      {options.map(({ value, label, count }) => (
        <button
          key={label}
          type="button"
          aria-pressed={value === state}
          onClick={() => onState(value)}
          className={classNames(
            "flex h-8 items-center gap-1.5 rounded-base border px-2.5 text-table",
            value === state ? "chosen" : "border-line bg-surface hover:border-line-strong",
          )}
        >
          {label}
          <span className={value === state ? undefined : "text-ink-muted"}>
            <Count value={count} />
          </span>
        </button>
      ))}
    </fieldset>
  );
}
