"use client";

import { useEffect, useState } from "react";
import { consoleNowMs } from "#lib/console-clock.ts";

const tickMs = 1_000;

/**
 * The current time by the console's clock, in milliseconds since 1970. Changes every second while `ticks` is true.
 * Until hydration, it is the time of the shown answer, so that the server and the browser render the same text.
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
