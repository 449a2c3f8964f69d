import type { TrayState } from "./use-tray.ts";

/** How much runs, and how much needs attention and was not seen yet; bulk changes and imports included. */
export function countsOf({ running, unseen, runs }: TrayState): { running: number; unseen: number } {
  const atWork = runs.filter(({ isActive }) => isActive).length;
  const waiting = runs.filter(({ isSeen, needsPerson }) => !isSeen && needsPerson).length;
  return { running: running.length + atWork, unseen: unseen.length + waiting };
}
