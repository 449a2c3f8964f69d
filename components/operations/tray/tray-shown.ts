import { isRunning, needsLook } from "#lib/operation-outcome.ts";
import type { TrayEntry } from "./use-tray.ts";

const mostShown = 20;

type Ranked = Pick<TrayEntry, "phase" | "key">;

/** What runs, then what needs a look and was not looked at when the tray was opened, then the rest. */
function rankOf({ phase, key }: Ranked, fresh: ReadonlySet<string>): number {
  if (isRunning(phase)) return 0;
  return needsLook(phase) && fresh.has(key) ? 1 : 2;
}

/** The entries that the tray has room for; those of one rank keep their order. */
export function shownInTray<Entry extends Ranked>(entries: readonly Entry[], fresh: ReadonlySet<string>): Entry[] {
  return entries.toSorted((a, b) => rankOf(a, fresh) - rankOf(b, fresh)).slice(0, mostShown);
}
