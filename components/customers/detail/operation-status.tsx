import type { LucideIcon } from "lucide-react";
import { CircleCheck, CircleDashed, CircleHelp, CircleX, Send } from "lucide-react";
import { Status, type Tone } from "#components/ui/status.tsx";
import type { OperationState } from "#lib/contract/operation.ts";
import { operationStateMeanings, operationStateNames } from "./texts.ts";

const looks: Readonly<Record<OperationState, { tone: Tone; icon: LucideIcon }>> = {
  recorded: { tone: "neutral", icon: CircleDashed },
  sent: { tone: "progress", icon: Send },
  accepted: { tone: "positive", icon: CircleCheck },
  rejected: { tone: "negative", icon: CircleX },
  unknown: { tone: "caution", icon: CircleHelp },
  reconciled: { tone: "positive", icon: CircleCheck },
};

/** Where a write stands. */
export function OperationStatus({ state }: { state: OperationState }) {
  const { tone, icon } = looks[state];
  return (
    <Status tone={tone} icon={icon} title={operationStateMeanings[state]}>
      {operationStateNames[state]}
    </Status>
  );
}
