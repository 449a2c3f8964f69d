import type { TrayState } from "./use-tray.ts";

/**
 * The number of running entries, and the number of unseen entries that need attention. Both numbers include bulk
 * changes and imports.
 */
export function countsOf({ running, unseen, runs }: TrayState): { running: number; unseen: number } {
  const atWork = runs.filter(({ isActive }) => isActive).length;
  const waiting = runs.filter(({ isSeen, needsPerson }) => !isSeen && needsPerson).length;
  return { running: running.length + atWork, unseen: unseen.length + waiting };
}
