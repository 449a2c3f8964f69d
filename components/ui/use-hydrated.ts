"use client";

import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** False on the server and for the first render in the browser, which must match exactly. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
