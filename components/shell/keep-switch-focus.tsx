"use client";

import { useEffect, useLayoutEffect } from "react";

/**
 * The focus at the moment when the shell of the other environment was unmounted. Each environment has its own shell.
 * `link` is the environment of a focused link in the switch, or null for any other element.
 */
let left: { link: string | null } | undefined;

/**
 * Keeps the focus when the environment changes, also on Back. A focused link of the switch stays focused; otherwise the
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
