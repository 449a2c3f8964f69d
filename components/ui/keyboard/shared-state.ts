"use client";

import { useSyncExternalStore } from "react";

/** A value that components far from one another read and change, without anything above them both. */
export interface SharedState<Value> {
  get(): Value;
  set(value: Value): void;
  /** The value, rendered again when it changes; on the server the initial one. */
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
