"use client";

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { refusalCause } from "#lib/why-not/why-refused.ts";

interface RunSteps<Step, Run> {
  send: (step: Step) => Promise<Run>;
  /** Receives the bulk change or import in its new state, to show it immediately. */
  onSent: (run: Run) => void;
  onSettled: () => void;
  /** The queries to reload after each step. The first one is the query of the run itself. */
  queryKeys: readonly [QueryKey, ...QueryKey[]];
}

/**
 * The steps that a person takes with a bulk change or an import. The resulting state is read from the server, never
 * assumed.
 */
export function useRunSteps<Step, Run>({ send, onSent, onSettled, queryKeys }: RunSteps<Step, Run>) {
  const client = useQueryClient();
  const isTaking = useRef(false);
  const [ownKey, ...otherKeys] = queryKeys;
  const { mutate, isPending, error, reset, variables } = useMutation({
    mutationFn: send,
    onSuccess: onSent,
    // Reloads after a refusal too, because another person may have taken a step first.
    onSettled: (_, failure) => {
      isTaking.current = false;
      onSettled();
      // If the session has ended, the failure already says so. Other queries would only repeat the message.
      if (failure && shownProblem(failure).code === "not_signed_in") return;
      for (const queryKey of otherKeys) void client.invalidateQueries({ queryKey });
      return client.invalidateQueries({ queryKey: ownKey });
    },
  });
  const take = (step: Step) => {
    // A second press may come before React has rendered the effect of the first one.
    if (isTaking.current) return;
    isTaking.current = true;
    mutate(step);
  };
  const failure = error ? shownProblem(error) : undefined;
  const needsProof = failure !== undefined && refusalCause(failure) === "confirm";
  const problem = needsProof ? undefined : failure;
  /** The identity check that a step needs. After the check, the same step is sent again. */
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
    // If the step no longer fits the state, the run is reloaded and the step is not repeated.
    if (problem?.code !== "run_moved" && variables) return take(variables);
    reset();
    void client.invalidateQueries({ queryKey: ownKey });
  };
  return { take, retry, isPending, problem, stepUp };
}
