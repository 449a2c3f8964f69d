"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRunSteps } from "#components/forms/run/use-run-steps.ts";
import { announce } from "#components/ui/announcer.tsx";
import { importStateNames } from "#components/ui/status/import-status-texts.ts";
import type { Import, ImportRows } from "#lib/contract/operations/imports.ts";
import type { ActiveRunState } from "#lib/contract/values/operations/run-states.ts";
import { changeImportRows, importKey, stepImport } from "#lib/query/operations/imports.ts";
import { trayImportsQueryOptions } from "#lib/query/operations/tray.ts";

/** An action that a person can take on an import. */
export type ImportStep =
  | { step: "check" | "pause" | "cancel" }
  | { step: "start"; digest: string; acceptWarnings: boolean; first?: number }
  | { step: "resume"; to: ActiveRunState; first?: number }
  | { step: "skip-undecided" };

function take({ environment, importID }: Pick<Import, "environment" | "importID">, taken: ImportStep): Promise<Import> {
  switch (taken.step) {
    case "start": {
      const { step: _, ...body } = taken;
      return stepImport(environment, importID, "start", body);
    }
    case "resume": {
      const { step: _, ...body } = taken;
      return stepImport(environment, importID, "resume", body);
    }
    case "skip-undecided":
      return changeImportRows(environment, importID, { skipUndecided: true }).then((answer) => answer.import);
    default:
      return stepImport(environment, importID, taken.step);
  }
}

/** The actions that a person can take on an import. */
export function useImportSteps(found: Pick<Import, "environment" | "importID">, onSettled: () => void) {
  const client = useQueryClient();
  const queryKey = importKey(found.environment, found.importID);
  return useRunSteps({
    send: (taken: ImportStep) => take(found, taken),
    onSent: (next) => {
      announce(importStateNames[next.state]);
      client.setQueriesData<ImportRows>(
        { queryKey: [...queryKey, "rows"] },
        (known) => known && { ...known, import: next },
      );
    },
    onSettled,
    // Reloads the tray's query here, because the tray polls slowly while no import runs.
    queryKeys: [queryKey, trayImportsQueryOptions(found.environment).queryKey],
  });
}
