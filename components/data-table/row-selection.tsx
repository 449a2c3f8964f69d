"use client";

import { type MouseEvent, useRef } from "react";
import { selectionTexts as texts } from "./texts.ts";

/** Which rows are selected, and how that changes. */
export interface RowSelection<Row> {
  isSelected: (row: Row) => boolean;
  /** Selects rows or leaves them out. */
  onRows: (rows: readonly Row[], selected: boolean) => void;
  /** Names a row's box: "Select Acme". */
  label: (row: Row) => string;
  /** Names the box in the header. */
  pageLabel: string;
}

interface SelectRowProps<Row> {
  row: Row;
  rows: readonly Row[];
  selection: RowSelection<Row>;
}

const targetClass = "row-box";

/** Where the last box was pressed, for a range with Shift; one for the page is enough. */
let anchor: unknown;

/** The box of a row. With Shift it takes all rows since the last one along. */
export function SelectRow<Row>({ row, rows, selection }: SelectRowProps<Row>) {
  const withShift = useRef(false);
  const select = (selected: boolean) => {
    const from = withShift.current ? rows.indexOf(anchor as Row) : -1;
    const to = rows.indexOf(row);
    anchor = row;
    selection.onRows(from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1), selected);
  };
  return (
    <label className={targetClass}>
      <input
        type="checkbox"
        aria-label={selection.label(row)}
        checked={selection.isSelected(row)}
        onClick={(event: MouseEvent) => {
          withShift.current = event.shiftKey;
        }}
        onChange={(event) => select(event.target.checked)}
      />
    </label>
  );
}

/** The box of the header: all rows of the page, some or none. */
export function SelectPage<Row>({ rows, selection }: { rows: readonly Row[]; selection: RowSelection<Row> }) {
  const selected = rows.filter(selection.isSelected).length;
  const all = rows.length > 0 && selected === rows.length;
  return (
    <label className={targetClass} title={texts.column}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = selected > 0 && !all;
        }}
        type="checkbox"
        aria-label={selection.pageLabel}
        checked={all}
        onChange={() => selection.onRows(rows, !all)}
      />
    </label>
  );
}
