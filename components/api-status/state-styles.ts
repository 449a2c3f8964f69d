import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleX,
  KeyRound,
  LoaderCircle,
} from "#components/ui/icon/icons.tsx";
import type { StatusStyle } from "#components/ui/status/status.tsx";
import type { HealthState } from "./health.ts";
import { stateTexts as texts } from "./state-texts.ts";

/** The tone, icon and word of each API state. */
export const stateStyles: Readonly<Record<HealthState, StatusStyle & { word: string }>> = {
  answers: { tone: "positive", icon: CircleCheck, word: texts.answers },
  failing: { tone: "caution", icon: CircleAlert, word: texts.failing },
  failed: { tone: "negative", icon: CircleX, word: texts.failed },
  down: { tone: "negative", icon: CircleX, word: texts.down },
  probing: { tone: "progress", icon: LoaderCircle, word: texts.probing },
  paused: { tone: "caution", icon: CirclePause, word: texts.paused },
  keyRefused: { tone: "negative", icon: KeyRound, word: texts.keyRefused },
  notAsked: { tone: "neutral", icon: CircleDashed, word: texts.notAsked },
};
