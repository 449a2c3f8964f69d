"use client";

import { groupNames, importTexts as texts } from "#components/imports/texts.ts";
import { classNames } from "#components/ui/class-names.ts";
import { Count } from "#components/ui/count.tsx";
import type { Import } from "#lib/contract/operations/imports.ts";
import type { ImportRowGroup, ImportView } from "#lib/url-state/import-view.ts";

interface RowFilterProps {
  counts: Import["counts"];
  show: ImportView["show"];
  onShow: (show: ImportView["show"]) => void;
}

/** The number of rows in each group. Each group filters the table. */
export function RowFilter({ counts, show, onShow }: RowFilterProps) {
  const groups = (Object.keys(groupNames) as (ImportRowGroup | "warnings")[]).filter(
    (group) => counts[group] > 0 || group === show,
  );
  const options = [
    { value: undefined, label: texts.rows, name: texts.all, count: counts.rows },
    ...groups.map((group) => ({ value: group, label: group, name: groupNames[group], count: counts[group] })),
  ];
  return (
    <fieldset className="flex flex-wrap gap-1.5 print:hidden">
      <legend className="sr-only">{texts.filter}</legend>
      {options.map(({ value, label, name, count }) => (
        <button
          key={label}
          type="button"
          aria-pressed={value === show}
          onClick={() => onShow(value)}
          className={classNames(
            "flex h-8 items-center gap-1.5 rounded-base border px-2.5 text-table",
            value === show ? "chosen" : "border-line bg-surface hover:border-line-strong",
          )}
        >
          {name}
          <span className={value === show ? undefined : "text-ink-muted"}>
            <Count value={count} />
          </span>
        </button>
      ))}
    </fieldset>
  );
}
