"use client";

import { useEffect, useState } from "react";
import { consoleNowMs } from "#lib/console-clock.ts";

const tickMs = 1_000;

/**
 * The present by the console's clock, in milliseconds since 1970, updated each second while `ticks`. Until the browser
 * has taken over it is the instant of the answer that is shown, so that two renders of one page do not differ.
 */
export function useConsoleNow(asOf: string, ticks: boolean): number {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    if (!ticks) return;
    setNow(consoleNowMs());
    const timer = setInterval(() => setNow(consoleNowMs()), tickMs);
    return () => clearInterval(timer);
  }, [ticks]);
  return Math.max(now ?? 0, Date.parse(asOf));
}
