"use client";

import { useEffect } from "react";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import { createSharedState } from "./shared-state.ts";

/** A shortcut of the current page, as the list of shortcuts shows it. */
interface DescribedShortcut {
  key: string;
  description: string;
}

const described = createSharedState<readonly DescribedShortcut[]>([]);

/** Whether the list of shortcuts is open. */
export const helpShown = createSharedState(false);

/** The shortcuts that work on this page, without duplicates. */
export function useDescribedShortcuts(): readonly DescribedShortcut[] {
  const all = described.use();
  return all.filter(
    ({ key, description }, index) =>
      all.findIndex((other) => other.key === key && other.description === description) === index,
  );
}

const pressedTypes = "[type=checkbox], [type=radio], [type=button], [type=submit], [type=range]";

/** True if `target` is a field, which receives keys and pasted text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("textarea, select, [role=textbox], [role=combobox]")) return true;
  return target.matches("input") && !target.matches(pressedTypes);
}

/** True if the key counts as a single-key shortcut: no field has the focus and no dialog is open. */
export function isSingleKey(event: KeyboardEvent): boolean {
  // On many keyboards a bracket needs AltGr, which is reported as Ctrl and Alt.
  const isModified = (event.ctrlKey || event.altKey) && !event.getModifierState("AltGraph");
  if (event.defaultPrevented || event.isComposing || isModified || event.metaKey) return false;
  return !isTyping(event.target) && document.querySelector(":modal") === null;
}

/**
 * Runs `action` on a single key. Does nothing while a person is typing or has a dialog open, or if the person has
 * disabled single keys. A shortcut with a description is in the list of `?` while the shortcut is enabled.
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
