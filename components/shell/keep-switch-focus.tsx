"use client";

import { useEffect, useLayoutEffect } from "react";

/**
 * Where the focus was when the shell was unmounted. Set when the environment changes, because each environment has its
 * own shell. `link` is the environment of the focused link in the switch. It is null if another element had the focus.
 */
let left: { link: string | null } | undefined;

/**
 * Keeps the focus when the environment changes, also on Back. If a link of the environment switch had the focus, it
 * keeps it. Otherwise the focus moves to the content. This must be the shell's first component, so that the shell's
 * elements still exist when it unmounts.
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
