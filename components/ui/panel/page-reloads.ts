"use client";

import { useSyncExternalStore } from "react";

let reloads = 0;
const listeners = new Set<() => void>();

/** Notes that a person has reloaded the page's data, and that the new data has arrived. */
export function notePageReload(): void {
  reloads += 1;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * How often a person has reloaded the data of the page. When this number grows, a list shows its newest rows, even if
 * it showed earlier rows before.
 */
export const usePageReloads = (): number =>
  useSyncExternalStore(
    subscribe,
    () => reloads,
    () => 0,
  );
