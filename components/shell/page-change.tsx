"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useOffline } from "next/offline";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { LoaderCircle, WifiOff } from "#components/ui/icon/icons.tsx";
import { pageChange } from "#lib/page/page-change.ts";
import { shellTexts as texts } from "./texts.ts";

/** After how long the loading of a page is announced, in milliseconds. The visible mark appears at the same time. */
const timeoutMs = 1_000;

const place =
  "pointer-events-none fixed inset-x-0 top-15 z-40 mx-auto flex w-fit max-w-[calc(100%-1.5rem)] items-center gap-2 rounded-base border px-3 py-1.5 text-table shadow-float print:hidden";

/** The connection problem, as far as the browser knows it: no network, or no answer from the server. */
function offlineText(waiting: boolean): string {
  const why = navigator.onLine ? texts.unreachable : texts.offline;
  return waiting ? `${why} ${texts.opensLater}` : why;
}

/** Says that the connection is lost, and whether a requested page will open later. */
function Offline({ waiting }: { waiting: boolean }) {
  const text = offlineText(waiting);
  useEffect(() => announce(text, "connection"), [text]);
  return (
    <p className={`${place} border-caution/50 bg-caution-soft`}>
      <WifiOff aria-hidden className="size-4 shrink-0 text-caution" />
      {text}
    </p>
  );
}

/**
 * Says that a page is loading, one second after the person pressed its link. The old page remains visible until the new
 * page arrives. Without a network, Next also keeps the old page, and retries until the network works again
 * (`experimental.useOffline` in next.config.mjs).
 */
export function PageChange() {
  const waiting = useSyncExternalStore(pageChange.subscribe, pageChange.isWaiting, () => false);
  const offline = useOffline();
  const wasOffline = useRef(false);
  const address = `${usePathname()}?${useSearchParams()}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run on a new URL, because the page is then open
  useEffect(() => pageChange.ends(), [address]);
  useEffect(() => {
    if (wasOffline.current && !offline) announce(texts.backOnline, "connection");
    wasOffline.current = offline;
  }, [offline]);
  useEffect(() => {
    if (!waiting || offline) return;
    const timer = setTimeout(() => announce(texts.opening, "connection"), timeoutMs);
    return () => clearTimeout(timer);
  }, [waiting, offline]);
  if (offline) return <Offline waiting={waiting} />;
  if (!waiting) return null;
  return (
    <p aria-hidden className={`${place} animate-late border-line bg-raised [animation-delay:1s]!`}>
      <LoaderCircle className="size-4 animate-spin text-progress" />
      {texts.opening}
    </p>
  );
}
