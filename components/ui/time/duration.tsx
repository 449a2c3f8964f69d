"use client";

import { useNumberLocale } from "#components/ui/count.tsx";
import { formatDuration } from "#lib/format/format-duration.ts";

/** How long something took, in the page's notation. */
export function Duration({ ms }: { ms: number }) {
  return formatDuration(ms, useNumberLocale());
}
