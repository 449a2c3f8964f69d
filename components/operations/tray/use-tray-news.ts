"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { operationTitle } from "#components/operations/operation-title.ts";
import { announce } from "#components/ui/announcer.tsx";
import { phaseNames } from "#components/ui/phase-texts.ts";
import { useSession } from "#components/ui/session.tsx";
import { keptItem } from "#lib/browser-storage/kept-items.ts";
import { isRunning, type OperationPhase } from "#lib/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import type { TrayEntry } from "./use-tray.ts";

const listeners = new Set<() => void>();

/** Whether the browser may notify: `off` until the person asks for it, `none` where it cannot. */
export type Notifying = "none" | "off" | "on" | "denied";

function notifying(staffID: string): Notifying {
  // Not there at all on a plain-http host other than this machine.
  if (!("Notification" in globalThis) || !window.isSecureContext) return "none";
  if (Notification.permission === "denied") return "denied";
  const isWanted = keptItem("notifications", staffID).read() === "on";
  return Notification.permission === "granted" && isWanted ? "on" : "off";
}

function remember(staffID: string, value: "on" | "off"): void {
  // A browser that keeps nothing asks again next time.
  keptItem("notifications", staffID).write(value);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether to notify, and the two buttons that decide it: nothing asks the browser before they are pressed. */
export function useNotifying(): [Notifying, { ask: () => void; turnOff: () => void }] {
  const { staffID } = useSession().staff;
  const state = useSyncExternalStore(
    subscribe,
    () => notifying(staffID),
    () => "none" as const,
  );
  return [
    state,
    {
      ask: () =>
        void Notification.requestPermission().then((given) => remember(staffID, given === "granted" ? "on" : "off")),
      turnOff: () => remember(staffID, "off"),
    },
  ];
}

function notify({ operation, phase }: TrayEntry): void {
  const { operationID, environment } = operation;
  try {
    // One tag: of several hidden tabs that notice it, the last one's takes the others' place without a sound.
    const shown = new Notification(`${operationTitle(operation)}: ${phaseNames[phase]}`, { tag: operationID });
    shown.onclick = () => {
      window.focus();
      window.location.assign(pages.operation(environment, operationID));
      shown.close();
    };
  } catch {
    // Some mobile browsers have notifications for service workers alone.
  }
}

/** What a tab knew of the writes before: `asOf` is the console's time of that list. */
export interface KnownWrites {
  asOf: string;
  phases: ReadonlyMap<string, OperationPhase>;
}

/** The writes whose end, or what became of an unknown one, was learnt after `before`; those begun since then included. */
export function endedSince(before: KnownWrites | undefined, entries: readonly TrayEntry[]): TrayEntry[] {
  if (!before) return [];
  return entries.filter(({ operation, phase }) => {
    if (isRunning(phase)) return false;
    const earlier = before.phases.get(operation.operationID);
    if (earlier === undefined) return operation.createdAt > before.asOf;
    return isRunning(earlier) || (earlier === "unknown" && phase !== "unknown");
  });
}

/**
 * Tells, once, of each write whose end came while this tab was open: by a notification where nobody looks, else to
 * a screen reader, unless it began and ended between two readings: then the page that sent it has said so itself.
 */
export function useTrayNews(entries: readonly TrayEntry[], asOf: string | undefined): void {
  const { staffID } = useSession().staff;
  const before = useRef<KnownWrites>(undefined);
  useEffect(() => {
    for (const entry of endedSince(before.current, entries)) {
      const { operation, phase } = entry;
      if (document.visibilityState !== "visible") {
        if (notifying(staffID) === "on") notify(entry);
      } else if (before.current?.phases.has(operation.operationID)) {
        announce(`${operationTitle(operation)}: ${phaseNames[phase]}`);
      }
    }
    if (asOf === undefined) return;
    before.current = { asOf, phases: new Map(entries.map(({ operation, phase }) => [operation.operationID, phase])) };
  }, [staffID, entries, asOf]);
}
