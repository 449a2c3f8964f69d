"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef } from "react";
import { isSingleKey, useShortcut } from "#components/ui/keyboard/use-shortcut.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { shortcutTexts as texts } from "./texts.ts";

/** How long after `g` its second key counts. */
const timeoutMs = 1_500;

/** The second key after `g`, and where it leads. */
export const goKeys: readonly { key: string; label: string; href: (environment: Environment) => string }[] = [
  { key: "o", label: texts.goOverview, href: pages.overview },
  { key: "a", label: texts.goAttention, href: () => pages.attention() },
  { key: "c", label: texts.goCustomers, href: (at) => pages.customers(at) },
  { key: "j", label: texts.goJobs, href: (at) => pages.jobs(at) },
  { key: "n", label: texts.goNumbers, href: (at) => pages.numbers(at) },
  { key: "w", label: texts.goWebhooks, href: (at) => pages.webhooks(at) },
  { key: "p", label: texts.goOperations, href: (at) => pages.operations(at) },
];

/** `g` and a letter lead to a page of the environment. */
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
      // The same letter alone means something else on some pages.
      event.stopPropagation();
      router.push(place.href(environment));
    };
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, [environment, router]);
  return null;
}
