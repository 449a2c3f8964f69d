"use client";

import { useEffect, useId, useSyncExternalStore } from "react";
import { type Announcement, newsMs, withAnnouncement } from "./announcements.ts";

/** The ID of the live region of the page itself. */
const ofPage = "page";

const nothing: readonly Announcement[] = [];
const listeners = new Set<() => void>();
/** The IDs of the live regions in open dialogs. The topmost dialog is last. */
const dialogs: string[] = [];
let said = nothing;
let lastNumber = 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Announces `text` to screen readers without moving the focus. Replaces an earlier announcement with the same `about`.
 */
export function announce(text: string, about?: string): void {
  lastNumber += 1;
  said = withAnnouncement(said, {
    text,
    about,
    number: lastNumber,
    region: dialogs.at(-1) ?? ofPage,
    at: performance.now(),
  });
  for (const listener of listeners) listener();
}

function Region({ id }: { id: string }) {
  const all = useSyncExternalStore(
    subscribe,
    () => said,
    () => nothing,
  );
  return (
    <p role="status" aria-atomic={false} className="sr-only">
      {all.map(({ text, number, region }) => region === id && <span key={number}>{text} </span>)}
    </p>
  );
}

/** The page's live region. Screen readers need it to exist from the start. */
export function Announcer() {
  return <Region id={ofPage} />;
}

/** The live region in a modal dialog. Screen readers ignore everything outside an open dialog. */
export function DialogAnnouncer() {
  const id = useId();
  useEffect(() => {
    dialogs.push(id);
    return () => {
      dialogs.splice(dialogs.indexOf(id), 1);
      // A dialog may close right after an announcement such as "Copied". So the announcement is repeated in the next
      // active live region.
      const last = said.findLast(({ region }) => region === id);
      if (last && performance.now() - last.at < newsMs) announce(last.text);
    };
  }, [id]);
  return <Region id={id} />;
}
