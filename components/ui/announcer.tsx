"use client";

import { useSyncExternalStore } from "react";

interface Announcement {
  text: string;
  /** Tells two of the same words apart. */
  number: number;
}

const nothing: Announcement = { text: "", number: 0 };
const listeners = new Set<() => void>();
let said = nothing;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Has a screen reader say `text`, without moving the focus. */
export function announce(text: string): void {
  said = { text, number: said.number + 1 };
  for (const listener of listeners) listener();
}

/** The one live region for what an action says; it stands on every page from the start. */
export function Announcer() {
  const { text, number } = useSyncExternalStore(
    subscribe,
    () => said,
    () => nothing,
  );
  return (
    <p role="status" className="sr-only">
      <span key={number}>{text}</span>
    </p>
  );
}
