"use client";

import { createContext, type ReactNode, use } from "react";

const Context = createContext(true);

/** Says whether this console keeps a record of known customers. Without it there are no filters by plan, users and so on. */
export function KnownProvider({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  return <Context value={isOn}>{children}</Context>;
}

export const useIsKnownOn = (): boolean => use(Context);
