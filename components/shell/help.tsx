"use client";

import { useCallback } from "react";
import { helpShown, useShortcut } from "#components/ui/keyboard/use-shortcut.ts";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { helpTexts as texts } from "./texts.ts";

const HelpDialog = lazyPart(() => import("./help-dialog.tsx").then((module) => module.HelpDialog));

/** The help dialog. The key `?` and the entry "Help" in the person's menu open the dialog. */
export function Help() {
  const isShown = helpShown.use();
  const show = useCallback(() => helpShown.set(true), []);
  useShortcut("?", true, show, texts.help);
  return isShown ? <HelpDialog onClose={() => helpShown.set(false)} /> : null;
}
