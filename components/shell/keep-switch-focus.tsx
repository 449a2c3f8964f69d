"use client";

import { useEffect, useLayoutEffect } from "react";

/**
 * The element that had the focus when the shell was unmounted. Set when the environment changes, because each
 * environment has its own shell. `link` is the environment of the focused link or button in the environment switch, or
 * null if another element had the focus.
 */
let left: { link: string | null } | undefined;

/**
 * Restores the focus after a change of environment, also on Back. If a link of the environment switch had the focus,
 * the link gets the focus again, or the button of the menu that contains the link. Otherwise the content gets the focus. This must be the shell's first component, so
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
    if (!left) return;
    const { link } = left;
    left = undefined;
    const focused = document.activeElement;
    if (focused !== null && focused !== document.body && focused.id !== "content") return;
    // On a narrow screen, the links are in a closed menu, and only its button is visible.
    const inSwitch = [...document.querySelectorAll<HTMLElement>("[data-environment]")].filter((one) =>
      one.checkVisibility(),
    );
    const target = inSwitch.find(({ dataset }) => dataset.environment === link) ?? inSwitch[0];
    const focusable = link === null ? document.querySelector<HTMLElement>("#content") : target;
    focusable?.focus({ preventScroll: true });
  }, []);
  return null;
}
