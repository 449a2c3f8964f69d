"use client";

import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** False on the server and in the browser's first render, which must match the server's HTML exactly. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
