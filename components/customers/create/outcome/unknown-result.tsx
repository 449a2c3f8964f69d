"use client";

import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { outcomeTexts as texts } from "#components/customers/create/texts.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Dialog, firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { CircleHelp } from "#components/ui/icon/icons.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import type { ShownProblem } from "#lib/requests/shown-problem.ts";

interface UnknownResultProps {
  environment: Environment;
  sentAt: string;
  isChecking: boolean;
  /** The reason why there was no answer. Set if this page was open when the request failed. */
  problem: ShownProblem | undefined;
  signInHref: string;
  onCheck: () => void;
  onStartOver: () => void;
}

/**
 * Shown for a draft that was sent but has no known outcome yet. The form stays closed until the outcome is known or the
 * person starts over.
 */
export function UnknownResult(props: UnknownResultProps) {
  const { environment, sentAt, isChecking, problem, signInHref, onCheck, onStartOver } = props;
  const [asks, setAsks] = useState(false);
  const area = useRef<HTMLElement>(null);
  useEffect(() => {
    area.current?.focus();
  }, []);
  const operations = problem?.operation
    ? pages.operation(environment, problem.operation.operationID)
    : pages.operations(environment, "mine=true");
  return (
    <section
      ref={area}
      tabIndex={-1}
      aria-labelledby="unsettled-title"
      className="flex flex-col gap-3 rounded-base border border-line bg-surface px-5 py-4 max-sm:px-4"
    >
      <div className="flex gap-2.5">
        <CircleHelp aria-hidden className="mt-0.5 size-5 shrink-0 text-caution" />
        <div className="min-w-0 max-w-[72ch]">
          <h2 id="unsettled-title" className="font-semibold text-title">
            {texts.unsettledTitle}
          </h2>
          <p>
            {texts.unsettled} <Timestamp value={sentAt} detail="clock" />, {texts.unsettledWhy}
          </p>
          <p className="text-ink-muted">{texts.unsettledWhat}</p>
        </div>
      </div>
      {problem && (
        <ProblemPanel form="notice" problem={problem} onRetry={onCheck} retrying={isChecking} signInHref={signInHref} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={onCheck} aria-disabled={isChecking}>
          {isChecking ? texts.checking : texts.check}
        </Button>
        <Link href={operations} prefetch={false} className={buttonClass()}>
          {problem?.operation ? texts.operation : texts.operations}
        </Link>
        <Button variant="quiet" onClick={() => setAsks(true)} aria-disabled={isChecking}>
          {texts.abandon}
        </Button>
      </div>
      {asks && (
        <Dialog
          title={texts.abandonTitle}
          onClose={() => setAsks(false)}
          actions={
            <>
              <Button {...firstFocusProps} onClick={() => setAsks(false)}>
                {texts.abandonKeep}
              </Button>
              <Button onClick={onStartOver}>{texts.abandon}</Button>
            </>
          }
        >
          <p>{texts.abandonWhy}</p>
        </Dialog>
      )}
    </section>
  );
}
