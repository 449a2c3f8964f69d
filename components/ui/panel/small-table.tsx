"use client";

import type { ReactNode } from "react";
import { Panel } from "./panel.tsx";

const head = "h-9 border-line border-b px-2 font-medium text-ink-muted first:ps-4 last:pe-4";
const cell = "h-9 px-2 py-1.5 first:ps-4 last:pe-4";

interface SmallTableProps {
  title: string;
  columns: readonly { name: string; isNumber?: boolean; title?: string }[];
  /** Shown instead of a table if there are no rows. */
  empty: string;
  rows: readonly { key: string; header: ReactNode; cells: readonly ReactNode[] }[];
}

/** A panel with a small table that has no paging and no sorting. */
export function SmallTable({ title, columns, empty, rows }: SmallTableProps) {
  const alignment = (index: number) => (columns[index]?.isNumber ? "text-end" : "text-start");
  return (
    <Panel title={title} line={rows.length === 0 ? empty : undefined}>
      {
        // The table scrolls horizontally if the screen is too narrow.
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields, and this is a group of facts
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this element
        <div role="group" className="overflow-x-auto" aria-label={title} tabIndex={0}>
          <table className="w-full text-table">
            <thead>
              <tr>
                {columns.map(({ name, title: explained }, index) => (
                  <th key={name} scope="col" title={explained} className={`${head} ${alignment(index)}`}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, header, cells }) => (
                <tr key={key} className="not-first:border-line not-first:border-t">
                  <th scope="row" className={`${cell} text-start font-normal`}>
                    {header}
                  </th>
                  {cells.map((content, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the column's index identifies the cell
                    <td key={index} className={`${cell} ${alignment(index + 1)}`}>
                      {content}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      }
    </Panel>
  );
}
