import { CircleCheck, CircleX, Clock, Hourglass } from "#components/ui/icon/icons.tsx";
import { Status } from "#components/ui/status/status.tsx";
import type { ProposalState } from "#lib/contract/values/operations/proposal-states.ts";
import { proposalStateNames } from "./texts.ts";

const statusStyles = {
  waiting: { tone: "progress", icon: Hourglass },
  accepted: { tone: "positive", icon: CircleCheck },
  rejected: { tone: "negative", icon: CircleX },
  expired: { tone: "caution", icon: Clock },
} as const satisfies Record<ProposalState, object>;

export const ProposalStatus = ({ state }: { state: ProposalState }) => (
  <Status {...statusStyles[state]}>{proposalStateNames[state]}</Status>
);
