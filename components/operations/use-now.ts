"use client";

import { useEffect, useState } from "react";

/** The time in milliseconds since 1970, each second anew while `ticks`; undefined until the browser has taken over. */
export function useNow(ticks: boolean): number | undefined {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    setNow(Date.now());
    if (!ticks) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [ticks]);
  return now;
}
