"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { useSession } from "#components/ui/session.tsx";
import { operationTitle } from "#components/ui/status/operation-texts.ts";
import { storedItem } from "#lib/browser-storage/stored-items.ts";
import type { OperationOutcome } from "#lib/contract/operation-outcome.ts";
import { isInProgress } from "#lib/contract/operation-outcome.ts";
import { outcomeWords } from "#lib/operation-kinds/outcome-texts.ts";
import { pages } from "#lib/paths.ts";
import type { TrayEntry } from "./use-tray.ts";

const listeners = new Set<() => void>();

/**
 * Whether the browser may show notifications. `off`: the person has not turned them on. `none`: the browser does not
 * support notifications.
 */
export type NotificationSetting = "none" | "off" | "on" | "denied";

function notifying(staffID: string): NotificationSetting {
  // Browsers support notifications only with HTTPS, or on localhost.
  if (!("Notification" in globalThis) || !window.isSecureContext) return "none";
  if (Notification.permission === "denied") return "denied";
  const isWanted = storedItem("notifications", staffID).read() === "on";
  return Notification.permission === "granted" && isWanted ? "on" : "off";
}

function remember(staffID: string, value: "on" | "off"): void {
  // If the browser cannot store the setting, notifications are off again at the next visit.
  storedItem("notifications", staffID).write(value);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The notification setting, and functions that turn notifications on and off. The browser asks for permission only when
 * the person presses the button.
 */
export function useNotificationSetting(): [NotificationSetting, { ask: () => void; turnOff: () => void }] {
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

/** A message with a link. */
interface News {
  /**
   * The tag of the notification. It is equal in all tabs. If several hidden tabs show a notification with this tag, the
   * last notification silently replaces the earlier ones.
   */
  tag: string;
  text: string;
  href: string;
}

function notify({ tag, text, href }: News): void {
  try {
    const shown = new Notification(text, { tag });
    shown.onclick = () => {
      window.focus();
      window.location.assign(href);
      shown.close();
    };
  } catch {
    // Some mobile browsers throw here, because they allow notifications only from a service worker.
  }
}

/**
 * Shows a notification if the page is hidden and notifications are on. If the page is visible, announces the message to
 * screen readers.
 */
export function tell(staffID: string, news: News, isSpoken = true): void {
  if (document.visibilityState === "visible") {
    if (isSpoken) announce(news.text);
  } else if (notifying(staffID) === "on") notify(news);
}

/** The outcomes in an earlier list. `asOf` is the time of that list by the console's clock. */
export interface TrayOutcomes {
  asOf: string;
  outcomes: ReadonlyMap<string, OperationOutcome>;
}

export const outcomesOf = (entries: readonly TrayEntry[], asOf: string): TrayOutcomes => ({
  asOf,
  outcomes: new Map(entries.map(({ operation, outcome }) => [operation.operationID, outcome])),
});

/**
 * The operations that have ended since the list `before`, or whose outcome has become unknown. Includes operations that
 * started after `before`.
 */
export function entriesEndedSince(before: TrayOutcomes | undefined, entries: readonly TrayEntry[]): TrayEntry[] {
  if (!before) return [];
  return entries.filter(({ operation, outcome }) => {
    if (isInProgress(outcome)) return false;
    const earlier = before.outcomes.get(operation.operationID);
    if (earlier === undefined) return operation.createdAt > before.asOf;
    return isInProgress(earlier) || (earlier === "unknown" && outcome !== "unknown");
  });
}

/**
 * Announces each operation that ends while this tab is open: with a notification if the tab is hidden, otherwise to
 * screen readers. Announces each operation only once. If an operation starts and ends between two answers, screen
 * readers get no announcement from here, because the page that sent the operation has announced its end. `first`
 * contains the outcomes that were known when the tab was opened.
 */
export function useTrayNotifications(
  first: TrayOutcomes,
  entries: readonly TrayEntry[],
  asOf: string | undefined,
): void {
  const { staffID } = useSession().staff;
  const before = useRef(first);
  useEffect(() => {
    for (const entry of entriesEndedSince(before.current, entries)) {
      const { operation, detail } = entry;
      const { operationID, environment } = operation;
      const text = `${operationTitle(operation)}: ${outcomeWords[detail]}`;
      const isKnown = before.current.outcomes.has(operationID);
      tell(staffID, { tag: operationID, text, href: pages.operation(environment, operationID) }, isKnown);
    }
    if (asOf === undefined) return;
    before.current = outcomesOf(entries, asOf);
  }, [staffID, entries, asOf]);
}
