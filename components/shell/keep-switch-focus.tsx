"use client";

import { useEffect, useLayoutEffect } from "react";

/**
 * The focused link at the time when the shell of the other environment was unmounted. Each environment has its own
 * shell.
 */
let left: { link: string | null } | undefined;

/**
 * Keeps the focus when the environment changes: a focused link of the switch stays focused, also on Back; otherwise the
 * focus moves to the content. This must be the first component of the shell, so that the shell's elements still exist
 * when it unmounts.
 */
export function KeepSwitchFocus() {
  useLayoutEffect(
    () => () => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return;
      left = { link: focused.closest<HTMLElement>("[data-environment]")?.dataset.environment ?? null };
    },
    [],
  );
  useEffect(() => {
    const link = left?.link;
    if (!left) return;
    left = undefined;
    const focused = document.activeElement;
    if (focused !== null && focused !== document.body && focused.id !== "content") return;
    const target = link ? `[data-environment="${link}"]` : "#content";
    document.querySelector<HTMLElement>(target)?.focus({ preventScroll: true });
  }, []);
  return null;
}
