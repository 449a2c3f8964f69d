"use client";

import { useNumberLocale } from "#components/ui/count.tsx";
import { formatDuration } from "#lib/format-duration.ts";
import { useNow } from "./use-now.ts";

/** How long something has taken, ticking until it is over; nothing until the browser knows what time it is. */
export function Elapsed({ fromMs, toMs }: { fromMs: number; toMs: number | undefined }) {
  const now = useNow(toMs === undefined);
  const locale = useNumberLocale();
  const endMs =
    toMs ?? (now === undefined ? undefined : fromMs + Math.floor(Math.max(0, now - fromMs) / 1_000) * 1_000);
  if (endMs === undefined) return null;
  return <span>{formatDuration(endMs - fromMs, locale)}</span>;
}
