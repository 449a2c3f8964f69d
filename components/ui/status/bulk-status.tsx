import type { Bulk } from "#lib/contract/operations/bulk.ts";
import { isBulkFinishedPartly } from "#lib/contract/values/operations/bulk-states.ts";
import { bulkStateNames, partlyFinishedText, partlyPlannedText, planningStateNames } from "./bulk-status-texts.ts";
import { RunStatus } from "./run-status.tsx";

type Shown = Pick<Bulk, "state" | "counts" | "at">;

/** The name of a bulk change's state. */
export function bulkStatusWords(bulk: Shown): string {
  const { state, at } = bulk;
  if (isBulkFinishedPartly(bulk)) return at ? partlyPlannedText : partlyFinishedText;
  return (at && planningStateNames[state]) ?? bulkStateNames[state];
}

export function BulkStatus({ bulk }: { bulk: Shown }) {
  return <RunStatus state={bulk.state} isPartly={isBulkFinishedPartly(bulk)} words={bulkStatusWords(bulk)} />;
}
