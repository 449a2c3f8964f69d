"use client";

import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { refusalTexts } from "#components/ui/why-not/texts.ts";
import type { ProofMethod } from "#lib/contract/errors.ts";
import { pages } from "#lib/paths.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";
import { refusalCause } from "#lib/why-not/why-refused.ts";
import type { FormError } from "./error-summary.tsx";
import type { StepUpProps } from "./step-up-dialog.tsx";

interface Waiting {
  change: () => Promise<void>;
  methods: readonly ProofMethod[];
}

export interface ConfirmedChange {
  run: (change: () => Promise<void>) => Promise<void>;
  errors: FormError[];
  /** The errors from the server, by field. */
  fieldErrors: ShownProblem["errors"];
  /** Returns the message for an input. */
  errorAt: (inputID: string) => string | undefined;
  /** The number of failed attempts to send. */
  attempt: number;
  isBusy: boolean;
  /** The props of the identity check. Undefined if no change needs one. */
  stepUp: StepUpProps | undefined;
}

const messageOf = (error: unknown) => shownProblem(error).detail;

interface ConfirmedChangeOptions {
  /** Maps each field that the server may report to the ID of its input. */
  inputOf?: Readonly<Record<string, string>>;
  toMessage?: (error: unknown) => string;
  /** The query to reload after a change. */
  queryKey?: QueryKey;
}

/** A link to the setup of a second factor. The setup later returns to this page. */
const factorStep = () => ({
  href: pages.secondFactor(`${window.location.pathname}${window.location.search}`),
  label: refusalTexts.factor.step,
});

/**
 * Sends a change that may require the person to prove their identity again. If the server requires the proof, waits for
 * the proof and then sends the same change again.
 */
export function useConfirmedChange({
  inputOf = {},
  toMessage = messageOf,
  queryKey,
}: ConfirmedChangeOptions = {}): ConfirmedChange {
  const client = useQueryClient();
  const [errors, setErrors] = useState<FormError[]>([]);
  const [fieldErrors, setFieldErrors] = useState<ShownProblem["errors"]>([]);
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const [waiting, setWaiting] = useState<Waiting>();

  const run = async (change: () => Promise<void>): Promise<void> => {
    setIsBusy(true);
    setErrors([]);
    setFieldErrors([]);
    try {
      await change();
      if (queryKey) await client.invalidateQueries({ queryKey });
    } catch (error) {
      const problem = shownProblem(error);
      if (refusalCause(problem) === "confirm") setWaiting({ change, methods: problem.methods ?? ["password"] });
      else {
        const found = problem.errors.map(({ field = "", message }) => {
          const inputID = inputOf[field];
          return { ...(inputID !== undefined && { inputID }), message };
        });
        // Sorts the errors as the form's fields, because `inputOf` lists the fields in the order of the form.
        const inputs = Object.values(inputOf);
        const placeOf = ({ inputID }: FormError) => (inputID === undefined ? inputs.length : inputs.indexOf(inputID));
        const isFactor = refusalCause(problem) === "factor";
        setErrors(
          found.length > 0
            ? found.toSorted((a, b) => placeOf(a) - placeOf(b))
            : [{ message: toMessage(error), ...(isFactor && { step: factorStep() }) }],
        );
        setFieldErrors(problem.errors);
        setAttempt((before) => before + 1);
      }
    } finally {
      setIsBusy(false);
    }
  };
  const onClose = useCallback(() => setWaiting(undefined), []);
  const stepUp = waiting && {
    methods: waiting.methods,
    onClose,
    onConfirmed: () => {
      onClose();
      void run(waiting.change);
    },
  };
  const errorAt = (inputID: string) => errors.find((error) => error.inputID === inputID)?.message;
  return { run, errors, fieldErrors, errorAt, attempt, isBusy, stepUp };
}
