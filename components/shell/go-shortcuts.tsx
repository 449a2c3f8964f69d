"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef } from "react";
import { isSingleKey, useShortcut } from "#components/ui/keyboard/use-shortcut.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { placeHref } from "#lib/paths.ts";
import { placeNames, placeOf } from "#lib/places.ts";

/** How long the second key is accepted after `g`, in milliseconds. */
const timeoutMs = 1_500;

/** The places that have a shortcut, each with the key that a person presses after `g`. */
export const goKeys = placeNames.flatMap((name) => {
  const { key, title } = placeOf(name);
  return key === undefined ? [] : [{ key, title, name }];
});

/** Keyboard shortcuts that open a page of the environment: `g`, then a letter. */
export function GoShortcuts({ environment }: { environment: Environment }) {
  const router = useRouter();
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  const begin = useCallback(() => {
    pressedAt.current = performance.now();
  }, []);
  useShortcut("g", true, begin);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isAwaited = performance.now() - pressedAt.current < timeoutMs;
      if (!isAwaited || ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
      pressedAt.current = Number.NEGATIVE_INFINITY;
      const place = goKeys.find(({ key }) => key === event.key);
      if (!place || !isSingleKey(event)) return;
      event.preventDefault();
      // Stops the event, because on some pages the letter alone is a shortcut too.
      event.stopPropagation();
      router.push(placeHref(place.name, environment));
    };
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, [environment, router]);
  return null;
}
