"use client";

import { useNumberLocale } from "#components/ui/count.tsx";
import { formatAgo } from "#lib/format/format-ago.ts";
import { formatInstant } from "#lib/format/format-time.ts";
import { useTimeZone } from "./timestamp.tsx";
import { useNow } from "./use-now.ts";

/** The time since an instant in words, such as `3 hrs ago`. */
export function useAgo(at: string): string {
  const locale = useNumberLocale();
  return formatAgo(at, new Date(useNow()).toISOString(), locale);
}

/** The time since an instant. The tooltip shows the instant. */
export function Ago({ at }: { at: string }) {
  const ago = useAgo(at);
  const timeZone = useTimeZone();
  return (
    // The Intl of the server and of the browser may use different space characters. Both texts look the same.
    <time suppressHydrationWarning dateTime={at} title={formatInstant(at, "full", { timeZone })}>
      {ago}
    </time>
  );
}
