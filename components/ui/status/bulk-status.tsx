import {
  Ban,
  CircleCheck,
  CirclePause,
  Hourglass,
  type IconComponent,
  ListChecks,
  LoaderCircle,
  TriangleAlert,
} from "#components/ui/icon/icons.tsx";
import type { Bulk, BulkState } from "#lib/contract/operations/bulk.ts";
import { isFinishedPartly } from "#lib/contract/values/operations/bulk-states.ts";
import { bulkStateNames, partlyFinishedText } from "./bulk-status-texts.ts";
import { Status, type Tone } from "./status.tsx";

const looks: Readonly<Record<BulkState, { tone: Tone; icon: IconComponent }>> = {
  checking: { tone: "progress", icon: LoaderCircle },
  ready: { tone: "neutral", icon: ListChecks },
  canary: { tone: "progress", icon: LoaderCircle },
  "canary-done": { tone: "neutral", icon: Hourglass },
  running: { tone: "progress", icon: LoaderCircle },
  paused: { tone: "caution", icon: CirclePause },
  finished: { tone: "positive", icon: CircleCheck },
  cancelled: { tone: "neutral", icon: Ban },
};

/** The state of a bulk change, in words. */
export const bulkStatusWords = (bulk: Pick<Bulk, "state" | "counts">) =>
  isFinishedPartly(bulk) ? partlyFinishedText : bulkStateNames[bulk.state];

/** The state of a bulk change. A finished one is green only if all rows succeeded. */
export function BulkStatus({ bulk }: { bulk: Pick<Bulk, "state" | "counts"> }) {
  const look = isFinishedPartly(bulk) ? ({ tone: "caution", icon: TriangleAlert } as const) : looks[bulk.state];
  return <Status {...look}>{bulkStatusWords(bulk)}</Status>;
}
