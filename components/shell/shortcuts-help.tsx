"use client";

import { useCallback } from "react";
import { shortcutsShown, useShortcut } from "#components/ui/keyboard/use-shortcut.ts";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { shortcutTexts as texts } from "./texts.ts";

const ShortcutsList = lazyPart(() => import("./shortcuts-list.tsx").then((module) => module.ShortcutsList));

/** The dialog for the key `?`: the keyboard shortcuts of this page, and a setting that disables single keys. */
export function ShortcutsHelp() {
  const isShown = shortcutsShown.use();
  const show = useCallback(() => shortcutsShown.set(true), []);
  useShortcut("?", true, show, texts.help);
  return isShown ? <ShortcutsList onClose={() => shortcutsShown.set(false)} /> : null;
}
