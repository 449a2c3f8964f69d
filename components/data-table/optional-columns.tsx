"use client";

import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { LazyPopover } from "#components/ui/dialog/lazy-popover.tsx";
import { Columns3 } from "#components/ui/icon/icons.tsx";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import type { ColumnStyle } from "./features.ts";
import { columnTexts as texts } from "./texts.ts";

interface Column {
  id?: string | undefined;
  accessorKey?: unknown;
  meta?: ColumnStyle | undefined;
}

/** The name of a column in the person's preferences, such as `operations.jobID`. */
const wordOf = (list: string, { id, accessorKey }: Column) => `${list}.${id ?? String(accessorKey)}`;

/**
 * Returns the visible columns of a list, and a menu in which a person shows or hides the columns that are hidden by
 * default, such as IDs. `list` is the name of the list in the person's preferences.
 */
export function useOptionalColumns<C extends Column>(
  list: string,
  columns: readonly C[],
): { columns: readonly C[]; menu: ReactNode } {
  const { preferences, setPreference } = usePreferences();
  const shown = preferences.extraColumns ?? [];
  const optional = columns.filter(({ meta }) => meta?.isOptional);
  if (optional.length === 0) return { columns, menu: null };
  const id = `${list}-columns`;
  const isShown = (column: C) => !column.meta?.isOptional || shown.includes(wordOf(list, column));
  const menu = (
    <>
      <Button variant="quiet" popoverTarget={id} className="-my-1 ms-auto print:hidden">
        <Columns3 aria-hidden className="size-4" />
        {texts.button}
      </Button>
      <LazyPopover id={id} align="end" role="group" aria-label={texts.title} className="w-64 p-2">
        <p className="px-2 pb-1 font-medium text-table">{texts.title}</p>
        {optional.map((column) => {
          const word = wordOf(list, column);
          const others = shown.filter((one) => one !== word);
          const isOn = others.length < shown.length;
          return (
            <label
              key={word}
              className="flex min-h-8 cursor-pointer items-center gap-2 rounded-small px-2 text-table hover:bg-sunken"
            >
              <input
                type="checkbox"
                className="size-4"
                checked={isOn}
                onChange={() => setPreference("extraColumns", isOn ? others : [...others, word])}
              />
              {column.meta?.label}
            </label>
          );
        })}
        <p className="px-2 pt-1 text-fine text-ink-muted">{texts.note}</p>
      </LazyPopover>
    </>
  );
  const isWhole = columns.every(isShown);
  return { columns: isWhole ? columns : columns.filter(isShown), menu };
}
