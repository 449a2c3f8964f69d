"use client";

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { refusalCause } from "#lib/why-not/why-refused.ts";

interface RunSteps<Step, Run> {
  send: (step: Step) => Promise<Run>;
  /** Shows at once where the step has led. */
  onSent: (run: Run) => void;
  onSettled: () => void;
  /** What is read after each step, the run itself first. */
  queryKeys: readonly [QueryKey, ...QueryKey[]];
  /** The refusal of a step that no longer fits: it is not tried again, the run is read. */
  movedCode: "bulk_moved" | "import_moved";
}

/** The steps that a person takes with a bulk change or an import. What it shows afterwards is read, never guessed. */
export function useRunSteps<Step, Run>({ send, onSent, onSettled, queryKeys, movedCode }: RunSteps<Step, Run>) {
  const client = useQueryClient();
  const isTaking = useRef(false);
  const [ownKey, ...otherKeys] = queryKeys;
  const { mutate, isPending, error, reset, variables } = useMutation({
    mutationFn: send,
    onSuccess: onSent,
    // After a refusal too: another person may have been faster.
    onSettled: (_, failure) => {
      isTaking.current = false;
      onSettled();
      // When the session has ended, one message is enough.
      if (failure && shownProblem(failure).code === "not_signed_in") return;
      for (const queryKey of otherKeys) void client.invalidateQueries({ queryKey });
      return client.invalidateQueries({ queryKey: ownKey });
    },
  });
  const take = (step: Step) => {
    // By the time that a second press comes, nothing may have been rendered of the first.
    if (isTaking.current) return;
    isTaking.current = true;
    mutate(step);
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
    if (problem?.code !== movedCode && variables) return take(variables);
    reset();
    void client.invalidateQueries({ queryKey: ownKey });
  };
  return { take, retry, isPending, problem, stepUp };
}
