import {
  Archive,
  Ban,
  Bookmark,
  CalendarClock,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleX,
  Equal,
  GitCompareArrows,
  Hourglass,
  LoaderCircle,
  SearchX,
} from "#components/ui/icon/icons.tsx";
import { OutcomeDetailStatus } from "#components/ui/status/outcome-status.tsx";
import { Status, type StatusStyle } from "#components/ui/status/status.tsx";
import type { BulkRow, BulkRowState } from "#lib/contract/operations/bulk.ts";
import { rowStateNames } from "./texts.ts";

const rowStyles: Readonly<Record<BulkRowState, StatusStyle>> = {
  pending: { tone: "neutral", icon: CircleDashed },
  ready: { tone: "neutral", icon: Hourglass },
  same: { tone: "neutral", icon: Equal },
  deleted: { tone: "neutral", icon: Archive },
  missing: { tone: "caution", icon: SearchX },
  unreadable: { tone: "caution", icon: CircleHelp },
  "has-planned": { tone: "caution", icon: CalendarClock },
  sending: { tone: "progress", icon: LoaderCircle },
  planned: { tone: "positive", icon: CalendarClock },
  changed: { tone: "positive", icon: CircleCheck },
  accepted: { tone: "progress", icon: Hourglass },
  conflict: { tone: "caution", icon: GitCompareArrows },
  "left-view": { tone: "neutral", icon: Bookmark },
  failed: { tone: "negative", icon: CircleX },
  unknown: { tone: "caution", icon: CircleHelp },
  cancelled: { tone: "neutral", icon: Ban },
};

/** The state of a row. If the row has an operation, the operation's outcome. */
export function RowStatus({ row }: { row: Pick<BulkRow, "state" | "outcomeDetail"> }) {
  const { state, outcomeDetail } = row;
  if (outcomeDetail !== undefined) return <OutcomeDetailStatus detail={outcomeDetail} />;
  return <Status {...rowStyles[state]}>{rowStateNames[state]}</Status>;
}
