"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { consoleNowMs } from "#lib/console-clock.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { OutcomeDetail } from "#lib/contract/operation-outcome.ts";
import { hadNoEffect, outcomeDetail } from "#lib/operations/operation-outcome.ts";
import { detailOfFailure } from "#lib/operations/write-failure.ts";
import { pages } from "#lib/paths.ts";
import { sendCreation } from "#lib/query/operations/operations.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";
import { reviewTexts } from "./texts.ts";
import type { StoredDraft } from "./use-creation-draft.ts";

/** What came of an attempt that was no success. */
export interface Attempt {
  /** How the creation stands, as far as the answer tells. */
  detail: OutcomeDetail;
  problem: ShownProblem;
}

export interface SendCreation {
  state: "idle" | "sending" | "done";
  attempt: Attempt | undefined;
  /** How the creation stands that was answered; its page opens. */
  answered: OutcomeDetail | undefined;
  /** Sends what the draft was sent with before, else `body`. Gives what came of it where that was no success. */
  send: (body: Readonly<Record<string, unknown>>) => Promise<Attempt | undefined>;
  /** Forgets what came of the last attempt. */
  dismiss: () => void;
}

/**
 * Sends the draft, once at a time and always with the draft's own key, so that nothing that a person can do
 * here makes two customers of it. That it was sent is kept before it is: a page that is left meanwhile knows.
 */
export function useSendCreation(environment: Environment, again: string | undefined, kept: StoredDraft): SendCreation {
  const router = useRouter();
  const client = useQueryClient();
  const flying = useRef(false);
  const mounted = useRef(true);
  const [state, setState] = useState<SendCreation["state"]>("idle");
  const [attempt, setAttempt] = useState<Attempt>();
  const [answered, setAnswered] = useState<OutcomeDetail>();
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  const send: SendCreation["send"] = async (body) => {
    if (flying.current) return undefined;
    flying.current = true;
    setState("sending");
    const sent = kept.current().sent ?? { body: { ...body }, at: new Date(consoleNowMs()).toISOString() };
    kept.change({ sent });
    // Where the console does not take it, this tab has it.
    await kept.save();
    try {
      const { key, knowingly, despite } = kept.current();
      const onlyIfNew = !knowingly && despite === undefined;
      const operation = await sendCreation(environment, { key, body: sent.body, againOf: again, onlyIfNew });
      kept.settle();
      client.setQueryData([environment, "operation", operation.operationID], {
        operation,
        asOf: new Date(consoleNowMs()).toISOString(),
      });
      void client.invalidateQueries({ queryKey: [environment, "tray"] });
      if (!mounted.current) return undefined;
      const detail = outcomeDetail(operation);
      setAnswered(detail);
      setState("done");
      announce(reviewTexts.answered(detail));
      // In place of the review: Back leads to a form, and never to what would send this again.
      router.replace(pages.operation(environment, operation.operationID));
      return undefined;
    } catch (error) {
      const problem = shownProblem(error);
      const detail = detailOfFailure(problem);
      if (problem.code !== "idempotency_key_reused" && hadNoEffect(detail)) {
        // Where the console has recorded it, its key belongs to that record; else the key is unused.
        const isRecorded = problem.operation !== undefined && problem.code !== "same_creation";
        if (isRecorded) {
          kept.renew();
          void client.invalidateQueries({ queryKey: [environment, "tray"] });
        } else kept.change({ sent: undefined });
      }
      flying.current = false;
      setState("idle");
      setAttempt({ detail, problem });
      return { detail, problem };
    }
  };
  return { state, attempt, answered, send, dismiss: () => setAttempt(undefined) };
}
