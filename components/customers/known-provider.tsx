"use client";

import { createContext, type ReactNode, use } from "react";

const Known = createContext(true);
const ReadAhead = createContext(true);

interface KnownProviderProps {
  /** True if this console stores known customers. Filters such as plan and users need the store. */
  isOn: boolean;
  /** True if the list may load its next page without a sign that the person wants it. */
  isReadAheadOn: boolean;
  children: ReactNode;
}

/** Tells all components of the list what the operator of this console has switched on. */
export function KnownProvider({ isOn, isReadAheadOn, children }: KnownProviderProps) {
  return (
    <Known value={isOn}>
      <ReadAhead value={isReadAheadOn}>{children}</ReadAhead>
    </Known>
  );
}

export const useIsKnownOn = (): boolean => use(Known);
export const useIsReadAheadOn = (): boolean => use(ReadAhead);
