"use client";

import { useEffect, useId, useSyncExternalStore } from "react";

/** The region of the page itself. */
const ofPage = "page";

/** How long what a dialog has said is still news to who is back on the page, in milliseconds. */
const newsMs = 1_000;

interface Announcement {
  text: string;
  /** Tells two of the same words apart. */
  number: number;
  /** Where it is said. */
  region: string;
  at: number;
}

const nothing: Announcement = { text: "", number: 0, region: ofPage, at: 0 };
const listeners = new Set<() => void>();
/** The regions of the dialogs that are open, the topmost last. */
const dialogs: string[] = [];
let said = nothing;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function say(announcement: Announcement): void {
  said = announcement;
  for (const listener of listeners) listener();
}

/** Has a screen reader say `text`, without moving the focus. */
export function announce(text: string): void {
  say({ text, number: said.number + 1, region: dialogs.at(-1) ?? ofPage, at: performance.now() });
}

function Region({ id }: { id: string }) {
  const { text, number, region } = useSyncExternalStore(
    subscribe,
    () => said,
    () => nothing,
  );
  return (
    <p role="status" className="sr-only">
      <span key={number}>{region === id ? text : ""}</span>
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
      const isNews = said.region === id && performance.now() - said.at < newsMs;
      if (isNews) say({ ...said, number: said.number + 1, region: dialogs.at(-1) ?? ofPage });
    };
  }, [id]);
  return <Region id={id} />;
}
