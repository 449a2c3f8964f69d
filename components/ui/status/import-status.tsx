import {
  Ban,
  CircleCheck,
  CirclePause,
  Columns3,
  Hourglass,
  type IconComponent,
  ListChecks,
  LoaderCircle,
  TriangleAlert,
} from "#components/ui/icon/icons.tsx";
import type { Import, ImportState } from "#lib/contract/operations/imports.ts";
import { isImportedPartly } from "#lib/contract/values/operations/import-states.ts";
import { importStateNames, partlyImportedText } from "./import-status-texts.ts";
import { Status, type Tone } from "./status.tsx";

const looks: Readonly<Record<ImportState, { tone: Tone; icon: IconComponent }>> = {
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

/** The state of an import, in words. */
export const importStatusWords = (found: Pick<Import, "state" | "counts">) =>
  isImportedPartly(found) ? partlyImportedText : importStateNames[found.state];

/** The state of an import. A finished one is green only if everything sent succeeded. */
export function ImportStatus({ found }: { found: Pick<Import, "state" | "counts"> }) {
  const look = isImportedPartly(found) ? ({ tone: "caution", icon: TriangleAlert } as const) : looks[found.state];
  return <Status {...look}>{importStatusWords(found)}</Status>;
}
