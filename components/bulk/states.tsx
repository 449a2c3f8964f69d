import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CirclePause,
  CircleX,
  Equal,
  GitCompareArrows,
  Hourglass,
  ListChecks,
  LoaderCircle,
  type LucideIcon,
  SearchX,
  Trash2,
  TriangleAlert,
} from "lucide-react";
import { OutcomeDetailStatus } from "#components/ui/outcome-status.tsx";
import { Status, type Tone } from "#components/ui/status.tsx";
import type { Bulk, BulkRow, BulkRowState, BulkState } from "#lib/contract/bulk.ts";
import { bulkStateNames, finishedPartly, rowStateNames } from "./texts.ts";

interface Look {
  tone: Tone;
  icon: LucideIcon;
}

const bulkLooks: Readonly<Record<BulkState, Look>> = {
  checking: { tone: "progress", icon: LoaderCircle },
  ready: { tone: "neutral", icon: ListChecks },
  canary: { tone: "progress", icon: LoaderCircle },
  "canary-done": { tone: "neutral", icon: Hourglass },
  running: { tone: "progress", icon: LoaderCircle },
  paused: { tone: "caution", icon: CirclePause },
  finished: { tone: "positive", icon: CircleCheck },
  cancelled: { tone: "neutral", icon: Ban },
};

const rowLooks: Readonly<Record<BulkRowState, Look>> = {
  pending: { tone: "neutral", icon: CircleDashed },
  waiting: { tone: "neutral", icon: Hourglass },
  same: { tone: "neutral", icon: Equal },
  deleted: { tone: "neutral", icon: Trash2 },
  missing: { tone: "caution", icon: SearchX },
  unreadable: { tone: "caution", icon: CircleHelp },
  sending: { tone: "progress", icon: LoaderCircle },
  changed: { tone: "positive", icon: CircleCheck },
  accepted: { tone: "progress", icon: Hourglass },
  conflict: { tone: "caution", icon: GitCompareArrows },
  failed: { tone: "negative", icon: CircleX },
  unknown: { tone: "caution", icon: CircleHelp },
  cancelled: { tone: "neutral", icon: Ban },
};

/** Where a bulk change stands; one that is over says so in green only where everything went well. */
export function BulkStatus({ bulk: { state, counts } }: { bulk: Pick<Bulk, "state" | "counts"> }) {
  const wentWrong = counts.failed + counts.conflict + counts.unknown + counts.missing + counts.unreadable > 0;
  if (state === "finished" && wentWrong) {
    return (
      <Status tone="caution" icon={TriangleAlert}>
        {finishedPartly}
      </Status>
    );
  }
  return <Status {...bulkLooks[state]}>{bulkStateNames[state]}</Status>;
}

/** Where one of its rows stands: as its operation does, where it has one. */
export function RowStatus({ row }: { row: Pick<BulkRow, "state" | "outcomeDetail"> }) {
  const { state, outcomeDetail } = row;
  if (outcomeDetail !== undefined) return <OutcomeDetailStatus detail={outcomeDetail} />;
  return <Status {...rowLooks[state]}>{rowStateNames[state]}</Status>;
}
