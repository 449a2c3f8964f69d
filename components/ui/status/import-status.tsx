import { useNumberLocale } from "#components/ui/count.tsx";
import type { Import } from "#lib/contract/operations/imports.ts";
import { isImportFinishedPartly } from "#lib/contract/values/operations/import-states.ts";
import { importResultWords, importStateNames } from "./import-status-texts.ts";
import { RunStatus } from "./run-status.tsx";

/** The name of an import's state. For a finished import, the numbers of created, failed and unknown rows instead. */
export function importStatusWords({ state, counts }: Pick<Import, "state" | "counts">, locale?: string) {
  const isFinished = state === "finished" && counts.rows > 0;
  // A list has no space for the number of rows that were not sent. The page of the import shows this number too.
  const { created, failed, unknown } = counts;
  return isFinished ? importResultWords({ created, failed, unknown }, locale) : importStateNames[state];
}

export function ImportStatus({ found }: { found: Pick<Import, "state" | "counts"> }) {
  const words = importStatusWords(found, useNumberLocale());
  return <RunStatus state={found.state} isPartly={isImportFinishedPartly(found)} words={words} />;
}
