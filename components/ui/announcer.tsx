"use client";

import { useEffect, useId, useSyncExternalStore } from "react";
import { type Announcement, newsMs, withAnnouncement } from "./announcements.ts";

/** The region of the page itself. */
const ofPage = "page";

const nothing: readonly Announcement[] = [];
const listeners = new Set<() => void>();
/** The regions of the dialogs that are open, the topmost last. */
const dialogs: string[] = [];
let said = nothing;
let lastNumber = 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Has a screen reader say `text`, without moving the focus; it takes the place of what was said `about` the same. */
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

/** The one live region for what an action says; it stands on every page from the start. */
export function Announcer() {
  return <Region id={ofPage} />;
}

/** The same within a modal dialog: while one is open, everything outside of it is silent. */
export function DialogAnnouncer() {
  const id = useId();
  useEffect(() => {
    dialogs.push(id);
    return () => {
      dialogs.splice(dialogs.indexOf(id), 1);
      // "Copied", and the dialog is closed with the same key: said where it is heard.
      const last = said.findLast(({ region }) => region === id);
      if (last && performance.now() - last.at < newsMs) announce(last.text);
    };
  }, [id]);
  return <Region id={id} />;
}
