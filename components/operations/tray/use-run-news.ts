"use client";

import { useEffect, useRef } from "react";
import { useSession } from "#components/ui/session.tsx";
import { wordsOfRun } from "./run-words.ts";
import type { TrayRun } from "./tray-runs.ts";
import { tell } from "./use-tray-notifications.ts";

/**
 * The runs that were active before and are not active now. These runs wait for a person, have stopped or have ended.
 */
export function stoppedSince<Run extends Pick<TrayRun, "id" | "isActive">>(
  atWorkBefore: ReadonlySet<string>,
  runs: readonly Run[],
): Run[] {
  return runs.filter(({ id, isActive }) => atWorkBefore.has(id) && !isActive);
}

const idsAtWork = (runs: readonly TrayRun[]) => new Set(runs.filter(({ isActive }) => isActive).map(({ id }) => id));

/**
 * Announces each bulk change or import that stops while this tab is open. Each is announced only once. While a visible
 * tab shows the page of the bulk change or import, this page announces the new state itself, so this hook stays silent.
 * `first` contains the bulk changes and imports that were known when the tab was opened.
 */
export function useRunNews(first: readonly TrayRun[], runs: readonly TrayRun[], asOf: string | undefined): void {
  const { staffID } = useSession().staff;
  const atWork = useRef<ReadonlySet<string>>(idsAtWork(first));
  useEffect(() => {
    if (asOf === undefined) return;
    for (const run of stoppedSince(atWork.current, runs)) {
      const { id, href } = run;
      const { title, status } = wordsOfRun(run);
      const isOnPage = window.location.pathname === href;
      tell(staffID, { tag: id, text: `${title}: ${status}`, href }, !isOnPage);
    }
    atWork.current = idsAtWork(runs);
  }, [staffID, runs, asOf]);
}
