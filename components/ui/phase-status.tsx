import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleX,
  LoaderCircle,
  type LucideIcon,
  SearchCheck,
  Send,
  Unplug,
} from "lucide-react";
import type { OperationPhase } from "#lib/operation-outcome.ts";
import { phaseNames } from "./phase-texts.ts";
import { Status, type Tone } from "./status.tsx";

const looks: Readonly<Record<OperationPhase, { tone: Tone; icon: LucideIcon }>> = {
  recorded: { tone: "neutral", icon: CircleDashed },
  sent: { tone: "progress", icon: Send },
  running: { tone: "progress", icon: LoaderCircle },
  unknown: { tone: "caution", icon: CircleHelp },
  succeeded: { tone: "positive", icon: CircleCheck },
  confirmed: { tone: "positive", icon: CircleCheck },
  accepted: { tone: "neutral", icon: CircleCheck },
  found: { tone: "positive", icon: SearchCheck },
  failed: { tone: "negative", icon: CircleX },
  cancelled: { tone: "neutral", icon: Ban },
  refused: { tone: "negative", icon: CircleX },
  "not-sent": { tone: "negative", icon: Unplug },
  vanished: { tone: "caution", icon: CircleHelp },
};

/** How a write stands, its job included: by word, by shape and by colour. */
export function PhaseStatus({ phase, className }: { phase: OperationPhase; className?: string }) {
  const { tone, icon } = looks[phase];
  return (
    <Status tone={tone} icon={icon} {...(className !== undefined && { className })}>
      {phaseNames[phase]}
    </Status>
  );
}
