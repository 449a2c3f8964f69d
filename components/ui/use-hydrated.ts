"use client";

import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** False on the server and for the first render in the browser, which must be the same to the letter. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
