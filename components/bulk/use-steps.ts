"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { bulkStateNames } from "#components/ui/status/bulk-status-texts.ts";
import type { Bulk, BulkDetail } from "#lib/contract/operations/bulk.ts";
import { bulkKey, stepBulk } from "#lib/query/operations/bulk.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { refusalCause } from "#lib/why-not/why-refused.ts";

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
          if (variables) take(variables);
        },
      }
    : undefined;
  const retry = () => {
    if (problem?.code !== "bulk_moved" && variables) return take(variables);
    reset();
    void client.invalidateQueries({ queryKey: bulkKey(environment, bulkID) });
  };
  return { take, retry, isPending, problem, stepUp };
}
