"use client";

import { createContext, use, useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** Whether the part of the page around a component is hydrated. Undefined outside such a part (`hydrated-part.tsx`). */
export const PartHydrated = createContext<boolean | undefined>(undefined);

/**
 * False on the server and in the browser's first render of the component. Then true, in a render that React does in one
 * task.
 */
export function useHydratedAtOnce(isOnServer = false): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => isOnServer,
  );
}

/**
 * False on the server and in the browser's first render, which must match the server's HTML exactly. In a part that is
 * hydrated separately, all components of the part change together, in short tasks.
 */
export function useHydrated(): boolean {
  const isPartHydrated = use(PartHydrated);
  // In a part, the value must not change here, because each component would then be rendered once more.
  const isHydrated = useHydratedAtOnce(isPartHydrated !== undefined);
  return isPartHydrated ?? isHydrated;
}
