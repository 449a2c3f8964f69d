"use client";

import { Count } from "#components/ui/count.tsx";

interface FilterLineProps {
  type: "checkbox" | "radio";
  /** For a radio button: the name of its group. */
  group?: string;
  name: string;
  /** The number of rows with this value, if known. */
  count?: number | undefined;
  isChecked: boolean;
  onChange: () => void;
}

/** One value of a filter, with the number of rows that have it. */
export function FilterLine({ type, group, name, count, isChecked, onChange }: FilterLineProps) {
  return (
    <label className="flex min-h-8 cursor-pointer items-center gap-2 rounded-small px-2 text-table hover:bg-sunken">
      <input
        type={type}
        {...(group !== undefined && { name: group })}
        className="size-4 shrink-0"
        checked={isChecked}
        onChange={onChange}
      />
      <bdi className="min-w-0 flex-1 truncate first-letter:uppercase">{name}</bdi>
      {count !== undefined && (
        <span className="text-ink-muted tabular-nums">
          <Count value={count} />
        </span>
      )}
    </label>
  );
}
