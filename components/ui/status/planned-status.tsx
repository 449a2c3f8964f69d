import {
  Ban,
  CalendarClock,
  CircleCheck,
  CircleHelp,
  CirclePause,
  CircleX,
  Hand,
  Hourglass,
  LoaderCircle,
  TriangleAlert,
} from "#components/ui/icon/icons.tsx";
import type { PlannedChange, PlannedState, PlannedStepState } from "#lib/contract/operations/planned.ts";
import { plannedStateNames, plannedStatusTexts as texts } from "#lib/planned/planned-texts.ts";
import { Status, type StatusStyle } from "./status.tsx";

const statusStyles: Readonly<Record<PlannedState | PlannedStepState, StatusStyle>> = {
  "awaiting-approval": { tone: "caution", icon: Hourglass },
  scheduled: { tone: "neutral", icon: CalendarClock },
  claimed: { tone: "progress", icon: LoaderCircle },
  done: { tone: "positive", icon: CircleCheck },
  failed: { tone: "negative", icon: CircleX },
  unknown: { tone: "caution", icon: CircleHelp },
  suspended: { tone: "caution", icon: Hand },
  missed: { tone: "caution", icon: TriangleAlert },
  cancelled: { tone: "neutral", icon: Ban },
  rejected: { tone: "negative", icon: CircleX },
  expired: { tone: "neutral", icon: Hourglass },
};

export function PlannedStepStatus({ state }: { state: PlannedStepState }) {
  return <Status {...statusStyles[state]}>{plannedStateNames[state]}</Status>;
}

/** True while a temporary change is in effect and has not ended. */
export function isInEffect({ state, steps }: Pick<PlannedChange, "state" | "steps">): boolean {
  return (
    state === "scheduled" &&
    steps.some(({ kind, state: step }) => kind === "revert" && step === "scheduled") &&
    steps.every(({ kind, state: step }) => kind === "revert" || step === "done")
  );
}

/** The state of a planned change. While planned changes are frozen, the status of every scheduled change says so. */
export function PlannedStatus({ planned }: { planned: Pick<PlannedChange, "state" | "steps" | "held"> }) {
  const { state, held } = planned;
  if (held && state === "scheduled") {
    return (
      <Status tone="caution" icon={CirclePause}>
        {texts.held}
      </Status>
    );
  }
  return (
    <Status {...statusStyles[state]} {...(isInEffect(planned) && { tone: "positive" })}>
      {isInEffect(planned) ? texts.applied : plannedStateNames[state]}
    </Status>
  );
}
