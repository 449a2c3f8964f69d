"use client";

import { useEffect, useId, useSyncExternalStore } from "react";
import { type Announcement, newsMs, withAnnouncement } from "./announcements.ts";

/** The ID of the page's own region. */
const ofPage = "page";

const nothing: readonly Announcement[] = [];
const listeners = new Set<() => void>();
/** The IDs of the regions in open dialogs, the topmost last. */
const dialogs: string[] = [];
let said = nothing;
let lastNumber = 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Announces `text` to screen readers. The focus does not move. The new announcement replaces an earlier one with the
 * same `about`.
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

/** The page's live region. Every page has it from the start. */
export function Announcer() {
  return <Region id={ofPage} />;
}

/** The live region inside a modal dialog. While a dialog is open, screen readers ignore everything outside of it. */
export function DialogAnnouncer() {
  const id = useId();
  useEffect(() => {
    dialogs.push(id);
    return () => {
      dialogs.splice(dialogs.indexOf(id), 1);
      // A dialog may close right after an announcement such as "Copied". The announcement is then repeated in the
      // region that is active next.
      const last = said.findLast(({ region }) => region === id);
      if (last && performance.now() - last.at < newsMs) announce(last.text);
    };
  }, [id]);
  return <Region id={id} />;
}
