"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { announce } from "#components/ui/announcer.tsx";
import type { Bulk, BulkDetail } from "#lib/contract/bulk.ts";
import { bulkKey, stepBulk } from "#lib/query/bulk.ts";
import { shownProblem } from "#lib/shown-problem.ts";
import { bulkStateNames } from "./texts.ts";

type Step = "pause" | "resume" | "cancel";

interface Taken {
  step: Step;
  /** Where resuming leads, as the button said. */
  to?: "checking" | "canary" | "running" | undefined;
  /** The customer to change first. */
  canaryID?: string | undefined;
}

/** The steps that a person takes with a bulk change. What it shows afterwards is read, never guessed. */
export function useSteps({ environment, bulkID }: Pick<Bulk, "environment" | "bulkID">, onSettled: () => void) {
  const client = useQueryClient();
  const isTaking = useRef(false);
  const { mutate, isPending, error, reset, variables } = useMutation({
    mutationFn: ({ step, to, canaryID }: Taken) =>
      stepBulk(environment, bulkID, step, step === "resume" ? { to, ...(canaryID && { canaryID }) } : undefined),
    onSuccess: (bulk) => {
      announce(bulkStateNames[bulk.state]);
      const queryKey = bulkKey(environment, bulkID);
      client.setQueriesData<BulkDetail>({ queryKey }, (known) => known && { ...known, bulk });
    },
    // After a refusal too: another person may have been faster.
    onSettled: (_, failure) => {
      isTaking.current = false;
      onSettled();
      // When the session has ended, one message is enough.
      if (failure && shownProblem(failure).code === "not_signed_in") return;
      return client.invalidateQueries({ queryKey: bulkKey(environment, bulkID) });
    },
  });
  const take = (taken: Taken) => {
    // By the time that a second press comes, nothing may have been rendered of the first.
    if (isTaking.current) return;
    isTaking.current = true;
    mutate(taken);
  };
  const problem = error ? shownProblem(error) : undefined;
  const retry = () => {
    if (problem?.code !== "bulk_moved" && variables) return take(variables);
    reset();
    void client.invalidateQueries({ queryKey: bulkKey(environment, bulkID) });
  };
  return { take, retry, isPending, problem };
}
