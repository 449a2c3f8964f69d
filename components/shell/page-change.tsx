"use client";

import { LoaderCircle } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { pageChange } from "#lib/page-change.ts";
import { shellTexts as texts } from "./texts.ts";

/** Nothing is said of a page that is there within this time, in milliseconds; the mark comes as late. */
const patienceMs = 1_000;

/** Says that a page is on its way when its link was pressed a second ago: until it comes the old one stays. */
export function PageChange() {
  const waiting = useSyncExternalStore(pageChange.subscribe, pageChange.isWaiting, () => false);
  const address = `${usePathname()}?${useSearchParams()}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another page
  useEffect(() => pageChange.ends(), [address]);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => announce(texts.opening), patienceMs);
    return () => clearTimeout(timer);
  }, [waiting]);
  if (!waiting) return null;
  return (
    <p
      aria-hidden
      className="pointer-events-none fixed inset-x-0 top-15 z-40 mx-auto flex w-fit animate-late [animation-delay:1s]! items-center gap-2 rounded-base border border-line bg-raised px-3 py-1.5 text-table shadow-float print:hidden"
    >
      <LoaderCircle className="size-4 animate-spin text-progress" />
      {texts.opening}
    </p>
  );
}
