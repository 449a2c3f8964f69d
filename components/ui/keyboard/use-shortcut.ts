"use client";

import { useEffect } from "react";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import { createSharedState } from "./shared-state.ts";

/** A shortcut of the current page, with its text in the list of shortcuts. */
interface DescribedShortcut {
  key: string;
  description: string;
}

const described = createSharedState<readonly DescribedShortcut[]>([]);

/** True while the list of shortcuts is open. */
export const helpShown = createSharedState(false);

/**
 * The shortcuts of this page that have a description. If several components register the same key with the same
 * description, it occurs only once.
 */
export function useDescribedShortcuts(): readonly DescribedShortcut[] {
  const all = described.use();
  return all.filter(
    ({ key, description }, index) =>
      all.findIndex((other) => other.key === key && other.description === description) === index,
  );
}

const pressedTypes = "[type=checkbox], [type=radio], [type=button], [type=submit], [type=range]";

/** True if `target` is a field that receives keys and pasted text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("textarea, select, [role=textbox], [role=combobox]")) return true;
  return target.matches("input") && !target.matches(pressedTypes);
}

/** True if the event may be a single-key shortcut: no field has the focus and no dialog is open. */
export function isSingleKey(event: KeyboardEvent): boolean {
  // Many keyboards need AltGr for a bracket. The browser reports AltGr as Ctrl and Alt.
  const isModified = (event.ctrlKey || event.altKey) && !event.getModifierState("AltGraph");
  if (event.defaultPrevented || event.isComposing || isModified || event.metaKey) return false;
  return !isTyping(event.target) && document.querySelector(":modal") === null;
}

/**
 * Runs `action` when a single key is pressed. Ignores the key while the person types or a dialog is open, and if the
 * person has disabled single-key shortcuts. A shortcut with a description appears in the list of shortcuts (key `?`).
 */
export function useShortcut(key: string, enabled: boolean, action: () => void, description?: string): void {
  const { preferences } = usePreferences();
  const listens = enabled && preferences.shortcuts !== "off";
  useEffect(() => {
    if (!listens) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== key || !isSingleKey(event)) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [key, listens, action]);
  useEffect(() => {
    if (!enabled || description === undefined) return;
    const shortcut = { key, description };
    described.set([...described.get(), shortcut]);
    return () => described.set(described.get().filter((other) => other !== shortcut));
  }, [key, enabled, description]);
}
