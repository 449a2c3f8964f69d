"use client";

import { type RefObject, useCallback, useEffect, useRef } from "react";
import { useShortcut } from "#components/ui/keyboard/use-shortcut.ts";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import { rowKeyTexts as texts } from "./texts.ts";

interface RowKeys {
  /** The element that contains the table. */
  area: RefObject<HTMLElement | null>;
  /** Selects or deselects a row by its ID. */
  onToggle: (rowID: string) => void;
  /** False if rows cannot be selected. */
  canSelect: boolean;
  /** Opens the next or the previous page of the list, if there is one. */
  onTurn: (move: "next" | "previous") => void;
}

function rowsIn(area: HTMLElement | null): HTMLElement[] {
  return [...(area?.querySelectorAll<HTMLElement>("tbody:not([inert]) > [data-row]") ?? [])];
}

/**
 * The element of a row that takes the focus: its main link, the button that opens its details or, if the row has
 * neither, its header cell.
 */
const cursorOf = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLElement>("th a") ??
  row?.querySelector<HTMLElement>("th button") ??
  row?.querySelector<HTMLElement>("th");

/**
 * True if the arrow keys move between the rows of this area while this element has the focus. The cursor of a row
 * supports both arrow keys. The search box supports only the down key.
 */
function isBesideRows(
  { target, key, defaultPrevented, isComposing }: KeyboardEvent,
  area: HTMLElement | null,
): boolean {
  if (defaultPrevented || isComposing || !(target instanceof HTMLElement)) return false;
  if (target.matches("[data-row] th, [data-row] th :is(a, button)")) return area?.contains(target) === true;
  return key === "ArrowDown" && target.matches("main [type=search]");
}

/**
 * Single-key shortcuts for a table. `j` and `k` move between rows. In a row or in the search box, the arrow keys move
 * too. `x` selects a row; `[` and `]` turn the page. The cursor is the browser's focus on a row's main link or
 * button. So the browser shows, scrolls to and announces the cursor, and Enter opens the row.
 */
export function useRowKeys({ area, onToggle, canSelect, onTurn }: RowKeys): void {
  const enabled = usePreferences().preferences.shortcuts !== "off";
  /** The row that had the cursor last. Used if the focus has moved out of the rows. */
  const last = useRef<string>(undefined);
  const current = useCallback((rows: readonly HTMLElement[]) => {
    const focused = rows.findIndex((row) => row.contains(document.activeElement));
    return focused >= 0 ? focused : rows.findIndex((row) => row.dataset.row === last.current);
  }, []);
  const move = useCallback(
    (step: 1 | -1) => {
      const rows = rowsIn(area.current);
      const row = rows[Math.max(0, Math.min(current(rows) + step, rows.length - 1))];
      last.current = row?.dataset.row;
      const cursor = cursorOf(row);
      // A header cell can take the focus only if it has a tab index. It stays out of the order of the Tab key.
      if (cursor?.matches("th")) cursor.tabIndex = -1;
      cursor?.focus();
    },
    [area, current],
  );
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
      if (!isArrow || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (!isBesideRows(event, area.current) || rowsIn(area.current).length === 0) return;
      event.preventDefault();
      // From the search box, the cursor always moves to the first row.
      if (!area.current?.contains(document.activeElement)) last.current = undefined;
      move(event.key === "ArrowDown" ? 1 : -1);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [area, move]);
  const toggle = () => {
    const rows = rowsIn(area.current);
    const rowID = rows[current(rows)]?.dataset.row;
    if (rowID !== undefined) onToggle(rowID);
  };
  useShortcut(
    "j",
    enabled,
    useCallback(() => move(1), [move]),
    texts.next,
  );
  useShortcut(
    "k",
    enabled,
    useCallback(() => move(-1), [move]),
    texts.previous,
  );
  useShortcut("x", enabled && canSelect, toggle, texts.select);
  useShortcut("]", enabled, () => onTurn("next"), texts.nextPage);
  useShortcut("[", enabled, () => onTurn("previous"), texts.previousPage);
}
