import {
  CircleCheck,
  CirclePause,
  CircleX,
  Hourglass,
  LoaderCircle,
  OctagonAlert,
} from "#components/ui/icon/icons.tsx";
import { Status, type StatusStyle } from "#components/ui/status/status.tsx";
import type { ExportRunState, ScheduleState } from "#lib/contract/values/console/scheduled-exports.ts";
import { runStateNames, stateNames } from "./texts.ts";

const scheduleStyles: Readonly<Record<ScheduleState, StatusStyle>> = {
  active: { tone: "positive", icon: CircleCheck },
  paused: { tone: "neutral", icon: CirclePause },
  stopped: { tone: "caution", icon: OctagonAlert },
};

const runStyles: Readonly<Record<ExportRunState, StatusStyle>> = {
  waiting: { tone: "progress", icon: Hourglass },
  running: { tone: "progress", icon: LoaderCircle },
  done: { tone: "positive", icon: CircleCheck },
  failed: { tone: "negative", icon: CircleX },
};

/** The state of a schedule, shown by word, shape and colour. */
export const ScheduleStatus = ({ state }: { state: ScheduleState }) => (
  <Status {...scheduleStyles[state]}>{stateNames[state]}</Status>
);

/** The state of a run, shown by word, shape and colour. */
export const RunStatus = ({ state, title }: { state: ExportRunState; title: string }) => (
  <Status {...runStyles[state]} title={title}>
    {runStateNames[state]}
  </Status>
);
