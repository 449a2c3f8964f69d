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

/** The result of an attempt that did not succeed. */
export interface Attempt {
  /** The outcome according to the answer. Some answers allow only a rough outcome. */
  detail: OutcomeDetail;
  problem: ShownProblem;
}

export interface SendCreation {
  state: "idle" | "sending" | "done";
  attempt: Attempt | undefined;
  /** The outcome of the creation. Set once the answer has arrived, while the operation's page opens. */
  answered: OutcomeDetail | undefined;
  /**
   * Sends the creation. The first attempt sends `body`; later attempts resend the same body. Returns the result if an
   * attempt did not succeed.
   */
  send: (body: Readonly<Record<string, unknown>>) => Promise<Attempt | undefined>;
  /** Clears the result of the last attempt. */
  dismiss: () => void;
}

/**
 * Sends the draft, one request at a time, always with the draft's own idempotency key. So no action on this page can
 * create two customers. The draft is marked as sent before the request, so that this fact is stored when the person
 * leaves the page.
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
    // If the console cannot store the draft, the browser stores it for this tab.
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
      // Replaces the review in the browser's history. Back then opens a form, not a page that could send the request
      // again.
      router.replace(pages.operation(environment, operation.operationID));
      return undefined;
    } catch (error) {
      const problem = shownProblem(error);
      const detail = detailOfFailure(problem);
      if (problem.code !== "idempotency_key_reused" && hadNoEffect(detail)) {
        // If the console stored the creation, the key is used up. Otherwise the draft can use the key again.
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
