"use client";

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { refusalCause } from "#lib/why-not/why-refused.ts";

interface RunSteps<Step, Run> {
  send: (step: Step) => Promise<Run>;
  /** Called with the new state of the bulk change or import, so that the page can show it immediately. */
  onSent: (run: Run) => void;
  onSettled: () => void;
  /** The queries to reload after each step. The first query must be the query of the bulk change or import itself. */
  queryKeys: readonly [QueryKey, ...QueryKey[]];
}

/**
 * The actions that a person can take on a bulk change or an import. After an action, the state is read from the server,
 * never guessed.
 */
export function useRunSteps<Step, Run>({ send, onSent, onSettled, queryKeys }: RunSteps<Step, Run>) {
  const client = useQueryClient();
  const isTaking = useRef(false);
  const [ownKey, ...otherKeys] = queryKeys;
  const { mutate, isPending, error, reset, variables } = useMutation({
    mutationFn: send,
    onSuccess: onSent,
    // Reloads after a refusal too, because another person may have acted first.
    onSettled: (_, failure) => {
      isTaking.current = false;
      onSettled();
      // If the session has ended, reloads nothing more, because each failure would only repeat the message about the
      // session.
      if (failure && shownProblem(failure).code === "not_signed_in") return;
      for (const queryKey of otherKeys) void client.invalidateQueries({ queryKey });
      return client.invalidateQueries({ queryKey: ownKey });
    },
  });
  const take = (step: Step) => {
    // Ignores a second press that comes before React has rendered the result of the first press.
    if (isTaking.current) return;
    isTaking.current = true;
    mutate(step);
  };
  const failure = error ? shownProblem(error) : undefined;
  const needsProof = failure !== undefined && refusalCause(failure) === "confirm";
  const problem = needsProof ? undefined : failure;
  /** The identity check that the server requires. After the check, the same step is sent again. */
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
    // If the state has changed so that the step no longer fits, the step is not sent again. Only the state is reloaded.
    if (problem?.code !== "run_moved" && variables) return take(variables);
    reset();
    void client.invalidateQueries({ queryKey: ownKey });
  };
  return { take, retry, isPending, problem, stepUp };
}
