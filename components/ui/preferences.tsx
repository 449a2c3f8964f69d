"use client";

import { createContext, type ReactNode, use, useState } from "react";
import { type Preferences, preferenceCookie } from "#lib/browser-storage/preferences.ts";

interface PreferencesContext {
  preferences: Preferences;
  setPreference: <Name extends keyof Preferences>(name: Name, value: Preferences[Name]) => void;
}

const Context = createContext<PreferencesContext | null>(null);

/** Holds what the server read from the cookies, and remembers changes there. */
export function PreferencesProvider({ initial, children }: { initial: Preferences; children: ReactNode }) {
  const [preferences, setPreferences] = useState(initial);
  const setPreference: PreferencesContext["setPreference"] = (name, value) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context, plain-http hosts have none
    document.cookie = preferenceCookie(name, value);
    if (name === "theme") document.documentElement.dataset.theme = value;
    setPreferences((before) => ({ ...before, [name]: value }));
  };
  return <Context value={{ preferences, setPreference }}>{children}</Context>;
}

export function usePreferences(): PreferencesContext {
  const context = use(Context);
  if (!context) throw new Error("usePreferences needs a PreferencesProvider above it");
  return context;
}
