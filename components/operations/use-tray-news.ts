"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { phaseNames } from "#components/ui/phase-texts.ts";
import { isRunning, type OperationPhase } from "#lib/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import { operationTitle } from "./operation-title.ts";
import type { TrayEntry } from "./use-tray.ts";

const place = "switchboard notifications";
const listeners = new Set<() => void>();

/** Whether the browser may notify: `off` until the person asks for it, `none` where it cannot. */
export type Notifying = "none" | "off" | "on" | "denied";

function notifying(): Notifying {
  // Not there at all on a plain-http host other than this machine.
  if (!("Notification" in globalThis) || !window.isSecureContext) return "none";
  if (Notification.permission === "denied") return "denied";
  try {
    const isWanted = window.localStorage.getItem(place) === "on";
    return Notification.permission === "granted" && isWanted ? "on" : "off";
  } catch {
    return "off";
  }
}

function remember(value: "on" | "off"): void {
  try {
    window.localStorage.setItem(place, value);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether to notify, and the two buttons that decide it: nothing asks the browser before they are pressed. */
export function useNotifying(): [Notifying, { ask: () => void; turnOff: () => void }] {
  const state = useSyncExternalStore(subscribe, notifying, () => "none" as const);
  return [
    state,
    {
      ask: () => void Notification.requestPermission().then((given) => remember(given === "granted" ? "on" : "off")),
      turnOff: () => remember("off"),
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

/** Tells, once, of each write whose end was seen here: to a screen reader, or by a notification where nobody looks. */
export function useTrayNews(entries: readonly TrayEntry[]): void {
  const before = useRef<ReadonlyMap<string, OperationPhase>>(new Map());
  useEffect(() => {
    for (const entry of entries) {
      const { operation, phase } = entry;
      const earlier = before.current.get(operation.operationID);
      if (earlier === undefined || earlier === phase || !isRunning(earlier) || isRunning(phase)) continue;
      if (document.visibilityState === "visible") announce(`${operationTitle(operation)}: ${phaseNames[phase]}`);
      else if (notifying() === "on") notify(entry);
    }
    before.current = new Map(entries.map(({ operation, phase }) => [operation.operationID, phase]));
  }, [entries]);
}
