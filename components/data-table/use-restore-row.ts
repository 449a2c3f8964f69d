"use client";

import { type RefObject, useEffect, useRef } from "react";
import { useSession } from "#components/ui/session.tsx";
import { type StoredItem, storedItem } from "#lib/browser-storage/stored-items.ts";

const maxPlaces = 30;

/** The URL that Back, Forward or a reload has just opened. Undefined again after the page has restored its focus. */
let reached: string | undefined;

const here = () => `${window.location.pathname}${window.location.search}`;

if (typeof window !== "undefined") {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation && navigation.type !== "navigate") reached = here();
  window.addEventListener(
    "popstate",
    () => {
      reached = here();
    },
    { capture: true },
  );
}

function readPlaces(kept: StoredItem): [string, string][] {
  try {
    const places: unknown = JSON.parse(kept.read() ?? "[]");
    return Array.isArray(places) ? (places as [string, string][]) : [];
  } catch {
    return [];
  }
}

function keepPlace(kept: StoredItem, address: string, row: string): void {
  const others = readPlaces(kept).filter(([other]) => other !== address);
  // If storage fails, Back restores everything except the focus.
  kept.write(JSON.stringify([...others, [address, row]].slice(-maxPlaces)));
}

/**
 * Remembers, for each URL, the row whose link had the focus. Focuses the link again when Back, Forward or a reload
 * opens the URL. The browser itself restores the scroll position.
 */
export function useRestoreRow(area: RefObject<HTMLElement | null>, ready: boolean): void {
  const { staffID } = useSession().staff;
  const done = useRef(false);
  useEffect(() => {
    const element = area.current;
    const keep = ({ target }: FocusEvent) => {
      const row = (target as HTMLElement).closest<HTMLElement>("th a")?.closest<HTMLElement>("[data-row]");
      if (row?.dataset.row !== undefined) keepPlace(storedItem("focused-rows", staffID), here(), row.dataset.row);
    };
    element?.addEventListener("focusin", keep);
    return () => element?.removeEventListener("focusin", keep);
  }, [area, staffID]);
  useEffect(() => {
    if (!ready || done.current) return;
    done.current = true;
    const address = here();
    const isBack = reached === address;
    reached = undefined;
    const focused = document.activeElement;
    if (!isBack || (focused !== null && focused !== document.body && focused.id !== "content")) return;
    const row = readPlaces(storedItem("focused-rows", staffID)).find(([kept]) => kept === address)?.[1];
    if (row === undefined) return;
    area.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"] th a`)?.focus({ preventScroll: true });
  }, [area, ready, staffID]);
}
