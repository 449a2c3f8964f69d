"use client";

import { useEffect, useState } from "react";
import { callerRequest } from "#components/ui/caller-request.ts";
import { useSession } from "#components/ui/session.tsx";
import { storedItem } from "#lib/browser-storage/stored-items.ts";
import { type CallerSubject, parseCallerSubject } from "#lib/caller/caller-subject.ts";
import { pages } from "#lib/paths.ts";

/** The owner of a stored caller that arrived while nobody was signed in. */
export const anybody = "";

/**
 * The caller that the page shows: from the address, from a pasted number, or the one that this tab kept during a sign-in
 * or a reload. The address then has no caller any more, so that neither the history nor a referrer contains a number.
 */
export function useCallerSubject(
  fromAddress: CallerSubject | undefined,
): [CallerSubject | undefined, (subject: CallerSubject) => void] {
  const { staffID } = useSession().staff;
  const requested = callerRequest.use();
  const [kept, setKept] = useState(fromAddress);
  useEffect(() => {
    const [own, handedOver] = [storedItem("caller", staffID), storedItem("caller", anybody)];
    const waiting = parseCallerSubject(handedOver.read());
    handedOver.remove();
    const subject = fromAddress ?? callerRequest.get() ?? waiting ?? parseCallerSubject(own.read());
    // If the address names a caller, a number that was pasted earlier is discarded.
    callerRequest.set(undefined);
    if (subject) own.write(JSON.stringify(subject));
    setKept(subject);
    if (window.location.search !== "") window.history.replaceState(null, "", pages.caller());
  }, [fromAddress, staffID]);
  useEffect(() => {
    if (!requested) return;
    storedItem("caller", staffID).write(JSON.stringify(requested));
    setKept(requested);
    callerRequest.set(undefined);
  }, [requested, staffID]);
  const change = (subject: CallerSubject) => {
    storedItem("caller", staffID).write(JSON.stringify(subject));
    setKept(subject);
  };
  return [kept, change];
}
