"use client";

import { type MouseEvent, useRef } from "react";
import { selectionTexts as texts } from "./texts.ts";

/** The selected rows, and functions that change the selection. */
export interface RowSelection<Row> {
  isSelected: (row: Row) => boolean;
  /** Selects or deselects rows. */
  onRows: (rows: readonly Row[], selected: boolean) => void;
  /** The name of a row's checkbox: "Select Acme". */
  label: (row: Row) => string;
  /** The name of the checkbox in the header. */
  pageLabel: string;
}

interface SelectRowProps<Row> {
  row: Row;
  rows: readonly Row[];
  selection: RowSelection<Row>;
}

const targetClass = "row-box";

/**
 * The row of the last pressed checkbox. A selection with Shift starts at this row. People use one table at a time, so
 * one value is enough for all tables.
 */
let anchor: unknown;

/**
 * The checkbox of a row. A press with Shift also changes all rows between the last pressed checkbox and this checkbox.
 */
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

/**
 * The checkbox in the header, which selects all rows of the page. Its state shows whether all, some or none are
 * selected.
 */
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
