"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { onSignOutElsewhere } from "#lib/browser-storage/sign-out.ts";
import { pages } from "#lib/paths.ts";
import { useSessionEnd } from "./use-session-end.ts";

const SessionEndMessage = lazyPart(() =>
  import("./session-end-message.tsx").then((module) => module.SessionEndMessage),
);

/**
 * How long after the page has loaded the message is loaded, in milliseconds. The message must not depend on a console
 * that may have been upgraded or stopped by the end of the session.
 */
const preloadMs = 5_000;

/** The current URL, to which the person returns after signing in. */
function useReturnAddress(): string {
  const pathname = usePathname();
  const query = useSearchParams().toString();
  return query === "" ? pathname : `${pathname}?${query}`;
}

/**
 * Warns before a session ends, and says when it has ended or when another person has signed in. The page keeps its
 * content, including typed text. Signing in again returns to this URL.
 */
export function SessionEnd() {
  const { deadline, phase, extend } = useSessionEnd();
  // Leaves the page too when another tab signs out, because the sign-out ends the session of all tabs.
  useEffect(() => onSignOutElsewhere(() => window.location.replace(pages.signIn())), []);
  useEffect(() => {
    const timer = setTimeout(SessionEndMessage.preload, preloadMs);
    return () => clearTimeout(timer);
  }, []);
  const address = useReturnAddress();
  const [dismissed, setDismissed] = useState(0);
  if (phase === "far" || (phase === "near" && dismissed === deadline.atMs)) return null;
  return (
    <SessionEndMessage
      deadline={deadline}
      phase={phase}
      extend={extend}
      address={address}
      onDismiss={() => setDismissed(deadline.atMs)}
    />
  );
}
