"use client";

import { useEffect, useLayoutEffect } from "react";

/**
 * The element that had the focus when the shell was unmounted. Set when the environment changes, because each
 * environment has its own shell. `link` is the environment of the focused link in the environment switch, or null if
 * another element had the focus.
 */
let left: { link: string | null } | undefined;

/**
 * Restores the focus after a change of environment, also on Back. If a link of the environment switch had the focus,
 * the link gets the focus again. Otherwise the content gets the focus. This must be the shell's first component, so
 * that the shell's elements still exist when this component unmounts.
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
