"use client";

import { knownJob } from "#lib/operations/operation-outcome.ts";
import { countsOf } from "./tray-counts.ts";
import { useFaviconProgress } from "./use-favicon-progress.ts";
import { useRunNews } from "./use-run-news.ts";
import { useTitleProgress } from "./use-title-progress.ts";
import type { TrayEntry, TrayState } from "./use-tray.ts";
import { outcomesOf, useTrayNotifications } from "./use-tray-notifications.ts";

/** The average progress of the running jobs. Jobs without a known progress are ignored. */
function averageProgress(running: readonly TrayEntry[]): number | undefined {
  const known = running.flatMap(({ operation, live }) => knownJob(operation, live)?.progress ?? []);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
}

interface TraySignsProps {
  /** The URL of the environment's icon. */
  icon: string;
  tray: TrayState;
  /** The state of the tray when this tab was opened. */
  first: TrayState;
}

/** Announces what changes in the tray: by the browser tab's title and icon, by notifications, and to screen readers. */
export function TraySigns({ icon, tray, first }: TraySignsProps) {
  useTrayNotifications(outcomesOf(first.entries, first.asOf ?? ""), tray.entries, tray.asOf);
  useRunNews(first.runs, tray.runs, tray.runsAsOf);
  const { running, unseen } = countsOf(tray);
  useTitleProgress(running);
  const isMarked = running > 0 || unseen > 0;
  const mark = { progress: averageProgress(tray.running), needsAttention: running === 0 };
  useFaviconProgress(icon, isMarked ? mark : undefined);
  return null;
}
