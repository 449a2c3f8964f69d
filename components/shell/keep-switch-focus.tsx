"use client";

import { useEffect, useLayoutEffect } from "react";

/** Where the focus was when the shell of the other environment left; each environment has a shell of its own. */
let left: { link: string | null } | undefined;

/**
 * Carries the focus from one environment's shell to the next: a link of the switch keeps it, also over
 * Back, and from anywhere else it goes to the content. Stands first in the shell, whose elements are
 * still there when this one leaves.
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
