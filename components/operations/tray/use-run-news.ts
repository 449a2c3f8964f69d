"use client";

import { useEffect, useRef } from "react";
import { useSession } from "#components/ui/session.tsx";
import type { TrayRun } from "./tray-runs.ts";
import { tell } from "./use-tray-notifications.ts";

/** Those that were at work and are not any more: they wait, stopped or are over. */
export function stoppedSince<Run extends Pick<TrayRun, "id" | "isActive">>(
  atWorkBefore: ReadonlySet<string>,
  runs: readonly Run[],
): Run[] {
  return runs.filter(({ id, isActive }) => atWorkBefore.has(id) && !isActive);
}

/** Tells, once, of each bulk change and import that stopped while this tab was open. Its own page says so itself. */
export function useRunNews(runs: readonly TrayRun[], asOf: string | undefined): void {
  const { staffID } = useSession().staff;
  const atWork = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (asOf === undefined) return;
    for (const { id, href, title, status } of stoppedSince(atWork.current, runs)) {
      const isOnPage = window.location.pathname === href;
      tell(staffID, { tag: id, text: `${title}: ${status}`, href }, !isOnPage);
    }
    atWork.current = new Set(runs.filter(({ isActive }) => isActive).map(({ id }) => id));
  }, [staffID, runs, asOf]);
}
