import type { Bulk } from "#lib/contract/operations/bulk.ts";
import { isBulkFinishedPartly } from "#lib/contract/values/operations/bulk-states.ts";
import { bulkStateNames, partlyFinishedText } from "./bulk-status-texts.ts";
import { RunStatus } from "./run-status.tsx";

/** The state of a bulk change, in words. */
export const bulkStatusWords = (bulk: Pick<Bulk, "state" | "counts">) =>
  isBulkFinishedPartly(bulk) ? partlyFinishedText : bulkStateNames[bulk.state];

export function BulkStatus({ bulk }: { bulk: Pick<Bulk, "state" | "counts"> }) {
  return <RunStatus state={bulk.state} isPartly={isBulkFinishedPartly(bulk)} words={bulkStatusWords(bulk)} />;
}
