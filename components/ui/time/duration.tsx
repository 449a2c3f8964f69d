"use client";

import { useNumberLocale } from "#components/ui/count.tsx";
import { formatDuration } from "#lib/format/format-duration.ts";

/** A duration in the page's notation. */
export function Duration({ ms }: { ms: number }) {
  return formatDuration(ms, useNumberLocale());
}
