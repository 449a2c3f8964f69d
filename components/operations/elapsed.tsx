"use client";

import { useNumberLocale } from "#components/ui/count.tsx";
import { useConsoleNow } from "#components/ui/time/use-console-now.ts";
import { formatDuration } from "#lib/format/format-duration.ts";

interface ElapsedProps {
  fromMs: number;
  toMs: number | undefined;
  /** The time when the answer was read. */
  asOf: string;
}

/** The time from `fromMs` to `toMs`. Without `toMs`, the time from `fromMs` to now, updated every second. */
export function Elapsed({ fromMs, toMs, asOf }: ElapsedProps) {
  const now = useConsoleNow(asOf, toMs === undefined);
  const locale = useNumberLocale();
  const ms = toMs === undefined ? Math.floor(Math.max(0, now - fromMs) / 1_000) * 1_000 : toMs - fromMs;
  return <span>{formatDuration(ms, locale)}</span>;
}
