"use client";

import { useSyncExternalStore } from "react";

/** A value that unrelated components read and change, without a common provider. */
export interface SharedState<Value> {
  get(): Value;
  set(value: Value): void;
  /**
   * A hook. Returns the value, and renders the component again when the value changes. On the server, returns the
   * initial value.
   */
  use(): Value;
}

export function createSharedState<Value>(initial: Value): SharedState<Value> {
  const listeners = new Set<() => void>();
  let current = initial;
  const get = () => current;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set(value) {
      current = value;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get, () => initial),
  };
}
