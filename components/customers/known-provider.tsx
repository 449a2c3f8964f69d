"use client";

import { createContext, type ReactNode, use } from "react";

const Context = createContext(true);

/**
 * Tells all components whether this console stores known customers. Filters such as plan and users need the store of
 * known customers.
 */
export function KnownProvider({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  return <Context value={isOn}>{children}</Context>;
}

export const useIsKnownOn = (): boolean => use(Context);
