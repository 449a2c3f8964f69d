"use client";

import { useCallback } from "react";
import { useShortcut } from "#components/ui/keyboard/use-shortcut.ts";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { pageCallsShown } from "#components/ui/panel/page-calls-shown.ts";
import { apiCallsTexts as texts } from "#components/ui/status/call-texts.ts";
import type { Environment } from "#lib/contract/environment.ts";

const PageCallsDrawer = lazyPart(() => import("./page-calls-drawer.tsx").then((module) => module.PageCallsDrawer));

/** The API calls of the current page. The key `.` opens them. The code loads on first use. */
export function PageCalls({ environment }: { environment: Environment }) {
  const isShown = pageCallsShown.use();
  const show = useCallback(() => pageCallsShown.set(true), []);
  useShortcut(".", true, show, texts.pageCalls);
  return isShown ? <PageCallsDrawer environment={environment} onClose={() => pageCallsShown.set(false)} /> : null;
}
