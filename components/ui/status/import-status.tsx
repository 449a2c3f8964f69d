import type { Import } from "#lib/contract/operations/imports.ts";
import { isImportFinishedPartly } from "#lib/contract/values/operations/import-states.ts";
import { importStateNames, partlyImportedText } from "./import-status-texts.ts";
import { RunStatus } from "./run-status.tsx";

/** The name of an import's state. */
export const importStatusWords = (found: Pick<Import, "state" | "counts">) =>
  isImportFinishedPartly(found) ? partlyImportedText : importStateNames[found.state];

export function ImportStatus({ found }: { found: Pick<Import, "state" | "counts"> }) {
  return <RunStatus state={found.state} isPartly={isImportFinishedPartly(found)} words={importStatusWords(found)} />;
}
