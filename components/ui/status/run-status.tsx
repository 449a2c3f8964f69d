import {
  Ban,
  CircleCheck,
  CirclePause,
  Columns3,
  Hourglass,
  ListChecks,
  LoaderCircle,
  TriangleAlert,
} from "#components/ui/icon/icons.tsx";
import type { ImportState } from "#lib/contract/values/operations/import-states.ts";
import { Status, type StatusStyle } from "./status.tsx";

/** The tone and the icon of each state. Imports have two more states than bulk changes. */
const statusStyles: Readonly<Record<ImportState, StatusStyle>> = {
  uploaded: { tone: "neutral", icon: Columns3 },
  mapped: { tone: "neutral", icon: Columns3 },
  checking: { tone: "progress", icon: LoaderCircle },
  checked: { tone: "neutral", icon: ListChecks },
  first: { tone: "progress", icon: LoaderCircle },
  "first-done": { tone: "neutral", icon: Hourglass },
  running: { tone: "progress", icon: LoaderCircle },
  paused: { tone: "caution", icon: CirclePause },
  finished: { tone: "positive", icon: CircleCheck },
  cancelled: { tone: "neutral", icon: Ban },
};

/** The state of a bulk change or an import. A finished run is green only if all of its rows succeeded. */
export function RunStatus({ state, isPartly, words }: { state: ImportState; isPartly: boolean; words: string }) {
  const style = isPartly ? ({ tone: "caution", icon: TriangleAlert } as const) : statusStyles[state];
  return <Status {...style}>{words}</Status>;
}
