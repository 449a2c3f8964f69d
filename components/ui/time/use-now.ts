"use client";

import { useEffect, useReducer } from "react";
import { useSession } from "#components/ui/session.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { consoleNowMs } from "#lib/console-clock.ts";

const tickMs = 60_000;

/**
 * The current time by the console's clock, in milliseconds since 1970. Meant for ages in minutes and hours. Until
 * hydration, it is the time when the server read the session, so that the server and the browser render the same text.
 */
export function useNow(): number {
  const { asOf } = useSession();
  const isHydrated = useHydrated();
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, []);
  return isHydrated || asOf === undefined ? consoleNowMs() : Date.parse(asOf);
}
