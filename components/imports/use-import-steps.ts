"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { importStateNames } from "#components/ui/status/import-status-texts.ts";
import type { Import, ImportRows } from "#lib/contract/operations/imports.ts";
import { changeImportRows, importKey, stepImport, trayImportsQueryOptions } from "#lib/query/operations/imports.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { refusalCause } from "#lib/why-not/why-refused.ts";

/** A step that a person takes with an import, as its button said. */
export type ImportStep =
  | { step: "check" | "pause" | "cancel" }
  | { step: "start"; digest: string; acceptWarnings: boolean; first?: number }
  | { step: "resume"; to: "checking" | "first" | "running"; first?: number }
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

/** The steps that a person takes with an import. What it shows afterwards is read, never guessed. */
export function useImportSteps(found: Pick<Import, "environment" | "importID">, onSettled: () => void) {
  const client = useQueryClient();
  const isTaking = useRef(false);
  const queryKey = importKey(found.environment, found.importID);
  const { mutate, isPending, error, reset, variables } = useMutation({
    mutationFn: (taken: ImportStep) => take(found, taken),
    onSuccess: (next) => {
      announce(importStateNames[next.state]);
      client.setQueriesData<ImportRows>(
        { queryKey: [...queryKey, "rows"] },
        (known) => known && { ...known, import: next },
      );
    },
    // After a refusal too: another person may have been faster.
    onSettled: (_, failure) => {
      isTaking.current = false;
      onSettled();
      // When the session has ended, one message is enough.
      if (failure && shownProblem(failure).code === "not_signed_in") return;
      // The tray asks only now and then while nothing is at work.
      void client.invalidateQueries({ queryKey: trayImportsQueryOptions(found.environment).queryKey });
      return client.invalidateQueries({ queryKey });
    },
  });
  const run = (taken: ImportStep) => {
    // By the time that a second press comes, nothing may have been rendered of the first.
    if (isTaking.current) return;
    isTaking.current = true;
    mutate(taken);
  };
  const failure = error ? shownProblem(error) : undefined;
  const needsProof = failure !== undefined && refusalCause(failure) === "confirm";
  const problem = needsProof ? undefined : failure;
  /** Of a step that waits until the person has proved who they are; it is then taken as it was. */
  const stepUp = needsProof
    ? {
        methods: failure.methods ?? (["password"] as const),
        onClose: reset,
        onConfirmed: () => {
          reset();
          if (variables) run(variables);
        },
      }
    : undefined;
  const retry = () => {
    if (problem?.code !== "import_moved" && variables) return run(variables);
    reset();
    void client.invalidateQueries({ queryKey });
  };
  return { take: run, retry, isPending, problem, stepUp };
}
