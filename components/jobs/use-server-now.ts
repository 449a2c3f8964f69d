"use client";

import { useEffect, useState } from "react";

const tickMs = 1_000;

/**
 * The present by the servers' clock, in milliseconds: the instant of an answer and the time since it
 * came. The browser's own clock may be minutes off, and two renders of one page must not differ.
 */
export function useServerNow(asOf: string, ticking: boolean): number {
  const [passed, setPassed] = useState({ asOf, ms: 0 });
  useEffect(() => {
    if (!ticking) return;
    const begin = performance.now();
    const timer = setInterval(() => setPassed({ asOf, ms: performance.now() - begin }), tickMs);
    return () => clearInterval(timer);
  }, [asOf, ticking]);
  return Date.parse(asOf) + (passed.asOf === asOf ? passed.ms : 0);
}
