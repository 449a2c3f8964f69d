"use client";

import { type RefObject, useCallback, useEffect, useRef } from "react";
import { useShortcut } from "#components/ui/keyboard/use-shortcut.ts";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import { rowKeyTexts as texts } from "./texts.ts";

interface RowKeys {
  /** The element that contains the table. */
  area: RefObject<HTMLElement | null>;
  /** Selects or deselects a row by its ID. Absent if rows cannot be selected. */
  onToggle?: ((rowID: string) => void) | undefined;
  /** Opens the next page of the list. Undefined if there is no next page. */
  onNextPage?: (() => void) | undefined;
  onPreviousPage?: (() => void) | undefined;
}

const nothing = () => {};

function rowsIn(area: HTMLElement | null): HTMLElement[] {
  return [...(area?.querySelectorAll<HTMLElement>("tbody:not([inert]) > [data-row]") ?? [])];
}

const mainLink = "th a";

/**
 * True if the arrow keys move between rows while this element has the focus. A row's main link supports both arrow
 * keys. The search box supports only the down key.
 */
function isBesideRows(event: KeyboardEvent): boolean {
  const { target, key } = event;
  if (event.defaultPrevented || event.isComposing || !(target instanceof HTMLElement)) return false;
  return target.matches(`[data-row] ${mainLink}`) || (key === "ArrowDown" && target.matches("main [type=search]"));
}

/**
 * Single-key shortcuts for a table. `j` and `k` move between rows. In a row or in the search box, the arrow keys move
 * too. `x` selects a row; `[` and `]` turn the page. The cursor is the browser's focus on a row's main link. So the
 * browser shows, scrolls to and announces the cursor, and Enter follows the link.
 */
export function useRowKeys({ area, onToggle, onNextPage, onPreviousPage }: RowKeys): void {
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
      row?.querySelector<HTMLElement>(mainLink)?.focus();
    },
    [area, current],
  );
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
      if (!isArrow || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !isBesideRows(event)) return;
      if (rowsIn(area.current).length === 0) return;
      event.preventDefault();
      // From the search box, the cursor always moves to the first row.
      if (!area.current?.contains(document.activeElement)) last.current = undefined;
      move(event.key === "ArrowDown" ? 1 : -1);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [area, move]);
  const toggle = useCallback(() => {
    const rows = rowsIn(area.current);
    const rowID = rows[current(rows)]?.dataset.row;
    if (rowID !== undefined) onToggle?.(rowID);
  }, [area, current, onToggle]);
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
  useShortcut("x", enabled && onToggle !== undefined, toggle, texts.select);
  useShortcut("]", enabled && onNextPage !== undefined, onNextPage ?? nothing, texts.nextPage);
  useShortcut("[", enabled && onPreviousPage !== undefined, onPreviousPage ?? nothing, texts.previousPage);
}
