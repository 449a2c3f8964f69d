"use client";

import { customersTexts as texts } from "#components/customers/texts.ts";
import { announce } from "#components/ui/announcer.tsx";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import { defaultCustomersView } from "#lib/url-state/customers-view.ts";
import type { Window } from "#lib/url-state/window.ts";

/**
 * A setting to open the customers page with this date range. Not offered for fixed dates, which would soon be outdated.
 */
export function DefaultWindow({ window }: { window: Window }) {
  const { preferences, setPreference } = usePreferences();
  if (typeof window !== "string") return null;
  const { defaultView, defaultWindow = defaultCustomersView.window } = preferences;
  const isDefault = defaultView === undefined && window === defaultWindow;
  // Disabled for the standard range, because a person cannot switch this default off, but can only choose another
  // default.
  const isFixed = isDefault && window === defaultCustomersView.window;
  return (
    <label className="flex min-h-9 items-center gap-2 border-line border-t px-3 text-table has-aria-disabled:text-ink-muted">
      <input
        type="checkbox"
        className="size-4"
        checked={isDefault}
        aria-disabled={isFixed}
        onChange={() => {
          if (isFixed) return;
          setPreference("defaultWindow", isDefault || window === defaultCustomersView.window ? undefined : window);
          // Removes the person's default view, because the date range of that view would override this setting.
          setPreference("defaultView", undefined);
          announce(isDefault ? texts.defaultWindowRemoved : texts.defaultWindowSet);
        }}
      />
      {texts.defaultWindow}
    </label>
  );
}
