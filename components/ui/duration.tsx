"use client";

import { formatDuration } from "#lib/format/format-duration.ts";
import { useNumberLocale } from "./count.tsx";

/** How long something took, in the browser's notation. */
export function Duration({ ms }: { ms: number }) {
  return formatDuration(ms, useNumberLocale());
}
