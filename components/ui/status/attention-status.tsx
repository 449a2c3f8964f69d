import {
  CalendarClock,
  CircleHelp,
  CirclePause,
  CirclePlay,
  CircleX,
  FileUp,
  Hourglass,
  ListChecks,
  TriangleAlert,
  UserRound,
} from "#components/ui/icon/icons.tsx";
import type { AttentionItem, AttentionKind } from "#lib/contract/console/attention.ts";
import { attentionWords } from "./attention-texts.ts";
import { Status, type StatusStyle } from "./status.tsx";

const statusStyles: Readonly<Record<AttentionKind, StatusStyle>> = {
  unknown: { tone: "caution", icon: CircleHelp },
  restored: { tone: "caution", icon: CirclePause },
  "planned-suspended": { tone: "caution", icon: CirclePause },
  "planned-missed": { tone: "caution", icon: CalendarClock },
  freeze: { tone: "caution", icon: CirclePause },
  "export-stopped": { tone: "caution", icon: CirclePause },
  "stuck-job": { tone: "caution", icon: Hourglass },
  approval: { tone: "progress", icon: UserRound },
  proposal: { tone: "progress", icon: UserRound },
  "proposal-limit": { tone: "caution", icon: TriangleAlert },
  "change-limit": { tone: "progress", icon: UserRound },
  "approval-rule": { tone: "caution", icon: TriangleAlert },
  "bulk-waiting": { tone: "progress", icon: ListChecks },
  "import-waiting": { tone: "progress", icon: FileUp },
  "handed-over": { tone: "progress", icon: UserRound },
  "failed-job": { tone: "negative", icon: CircleX },
  "failed-write": { tone: "negative", icon: CircleX },
  "export-failed": { tone: "negative", icon: CircleX },
  elsewhere: { tone: "caution", icon: TriangleAlert },
};

const byState: Readonly<Record<string, StatusStyle>> = {
  "approval-needed": { tone: "progress", icon: UserRound },
  "first-done": { tone: "progress", icon: CirclePlay },
  paused: { tone: "caution", icon: CirclePause },
  finished: { tone: "caution", icon: TriangleAlert },
};

/** The reason why an item needs attention, shown by word, shape and colour. */
export function AttentionStatus({ item, className }: { item: AttentionItem; className?: string }) {
  const style = byState[item.state ?? ""] ?? statusStyles[item.kind];
  return (
    <Status tone={style.tone} icon={style.icon} {...(className !== undefined && { className })}>
      {attentionWords(item)}
    </Status>
  );
}
