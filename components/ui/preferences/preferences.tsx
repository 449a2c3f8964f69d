"use client";

import { createContext, type ReactNode, use, useMemo, useState } from "react";
import { type Theme, themeCookieText } from "#lib/browser-storage/theme.ts";
import type { Preferences, PreferencesChange } from "#lib/contract/console/preferences.ts";
import { changedPreferences } from "#lib/contract/values/console/preference-values.ts";
import { createPreferenceSaver } from "#lib/query/console/preferences.ts";
import { PreferencesNotSaved } from "./preferences-not-saved.tsx";

interface PreferencesContext {
  /** The person's preferences, stored by the server. Empty if nobody is signed in. */
  preferences: Preferences;
  /**
   * Changes a preference. The change applies immediately on this page, and later in all browsers of the person.
   * `undefined` removes the preference.
   */
  setPreference: <Name extends keyof Preferences>(name: Name, value: Preferences[Name]) => void;
  theme: Theme;
  setTheme: (theme: Theme) => void;
}

const Context = createContext<PreferencesContext | null>(null);

interface PreferencesProviderProps {
  initial: Preferences;
  /** The theme stored in this browser. */
  initialTheme: Theme;
  children: ReactNode;
}

/** Provides the person's preferences as the server read them. Saves changes on the server. */
export function PreferencesProvider({ initial, initialTheme, children }: PreferencesProviderProps) {
  const [preferences, setPreferences] = useState(initial);
  const [theme, showTheme] = useState(initialTheme);
  const [unsaved, setUnsaved] = useState<PreferencesChange>();
  const save = useMemo(() => createPreferenceSaver((change) => setUnsaved((before) => ({ ...before, ...change }))), []);
  const value = useMemo<PreferencesContext>(
    () => ({
      preferences,
      setPreference: (name, given) => {
        const change = { [name]: given ?? null };
        setPreferences((before) => changedPreferences(before, change));
        setUnsaved(undefined);
        save({ ...unsaved, ...change });
      },
      theme,
      setTheme: (next) => {
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists only with HTTPS
        document.cookie = themeCookieText(next);
        document.documentElement.dataset.theme = next;
        showTheme(next);
      },
    }),
    [preferences, theme, unsaved, save],
  );
  return (
    <Context value={value}>
      {children}
      {unsaved && (
        <PreferencesNotSaved
          onRetry={() => {
            setUnsaved(undefined);
            save(unsaved);
          }}
          onDismiss={() => setUnsaved(undefined)}
        />
      )}
    </Context>
  );
}

export function usePreferences(): PreferencesContext {
  const context = use(Context);
  if (!context) throw new Error("usePreferences needs a PreferencesProvider above it");
  return context;
}
