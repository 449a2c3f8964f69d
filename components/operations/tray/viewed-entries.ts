"use client";

import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { StoredItem } from "#lib/browser-storage/stored-items.ts";
import { storedItem } from "#lib/browser-storage/stored-items.ts";
import type { OutcomeDetail } from "#lib/contract/operation-outcome.ts";

const listeners = new Set<() => void>();
const nothing: readonly string[] = [];
/** Caches the parsed text, so that the same text always returns the same object. */
let parsed: { text: string | null; keys: readonly string[] } = { text: null, keys: nothing };
const maxKept = 200;

function read(kept: StoredItem): readonly string[] {
  try {
    const text = kept.read();
    if (text !== parsed.text) {
      const value: unknown = text === null ? [] : JSON.parse(text);
      parsed = { text, keys: Array.isArray(value) ? value.filter((key) => typeof key === "string") : nothing };
    }
    return parsed.keys;
  } catch {
    return nothing;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Identifies an operation in its current state. */
export const viewedKey = (operationID: string, detail: OutcomeDetail) => `${operationID} ${detail}`;

/** The key that marks an entry as dismissed. A new state has a new key, so the entry then appears again. */
export const dismissedKey = (key: string) => `${key} dismissed`;

/** The keys of the entries that this person has seen in any tab of this browser, and a function that adds keys. */
export function useViewedEntries(
  staffID: string,
  environment: string,
): [ReadonlySet<string>, (keys: string[]) => void] {
  const kept = useMemo(() => storedItem("tray-seen", staffID, environment), [staffID, environment]);
  const keys = useSyncExternalStore(
    subscribe,
    () => read(kept),
    () => nothing,
  );
  const add = useCallback(
    (more: string[]) => {
      const before = read(kept);
      const fresh = more.filter((key) => !before.includes(key));
      if (fresh.length === 0) return;
      // If the browser cannot store the keys, the entries appear as new again.
      kept.write(JSON.stringify([...fresh, ...before].slice(0, maxKept)));
      for (const listener of listeners) listener();
    },
    [kept],
  );
  return [new Set(keys), add];
}
