import { isInProgress, needsAttention } from "#lib/contract/operation-outcome.ts";
import type { TrayEntry } from "./use-tray.ts";

const maxShown = 20;

type Ranked = Pick<TrayEntry, "outcome" | "key">;

/**
 * The rank of an entry. First come entries in progress. Then come entries that need attention and were unseen when the
 * tray opened. All other entries come last.
 */
function rankOf({ outcome, key }: Ranked, fresh: ReadonlySet<string>): number {
  if (isInProgress(outcome)) return 0;
  return needsAttention(outcome) && fresh.has(key) ? 1 : 2;
}

/** The entries that fit into the tray, sorted by rank. Entries of the same rank stay in their original order. */
export function trayEntriesToShow<Entry extends Ranked>(
  entries: readonly Entry[],
  fresh: ReadonlySet<string>,
): Entry[] {
  return entries.toSorted((a, b) => rankOf(a, fresh) - rankOf(b, fresh)).slice(0, maxShown);
}
