import {
  CircleCheck,
  CirclePause,
  CircleX,
  Hourglass,
  type IconComponent,
  LoaderCircle,
  OctagonAlert,
} from "#components/ui/icon/icons.tsx";
import { Status, type Tone } from "#components/ui/status/status.tsx";
import type { ExportRunState, ScheduleState } from "#lib/contract/values/console/scheduled-exports.ts";
import { runStateNames, stateNames } from "./texts.ts";

type StatusLook = { tone: Tone; icon: IconComponent };

const scheduleLooks: Readonly<Record<ScheduleState, StatusLook>> = {
  active: { tone: "positive", icon: CircleCheck },
  paused: { tone: "neutral", icon: CirclePause },
  stopped: { tone: "caution", icon: OctagonAlert },
};

const runLooks: Readonly<Record<ExportRunState, StatusLook>> = {
  waiting: { tone: "progress", icon: Hourglass },
  running: { tone: "progress", icon: LoaderCircle },
  done: { tone: "positive", icon: CircleCheck },
  failed: { tone: "negative", icon: CircleX },
};

/** The state of a schedule, shown by word, shape and colour. */
export const ScheduleStatus = ({ state }: { state: ScheduleState }) => (
  <Status {...scheduleLooks[state]}>{stateNames[state]}</Status>
);

/** The state of a run, shown by word, shape and colour. */
export const RunStatus = ({ state, title }: { state: ExportRunState; title: string }) => (
  <Status {...runLooks[state]} title={title}>
    {runStateNames[state]}
  </Status>
);
