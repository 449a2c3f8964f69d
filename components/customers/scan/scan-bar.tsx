"use client";

import { Button } from "#components/ui/button.tsx";
import { CircleSlash, TriangleAlert } from "#components/ui/icon/icons.tsx";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { CustomerScan, ScanQuestion } from "#lib/query/customers/customer-scan.ts";
import { scanSentence, scanTexts as texts } from "./scan-texts.ts";

interface ScanBarProps {
  question: ScanQuestion;
  scan: CustomerScan;
  onStop: () => void;
  onContinue: () => void;
  onRestart: () => void;
  signInHref: string;
}

/** The progress of a scan, the reason if it is incomplete, and the actions. */
export function ScanBar({ question, scan, onStop, onContinue, onRestart, signInHref }: ScanBarProps) {
  const { phase, checked, total, createdUntil, asOf, drifted, problem } = scan;
  const isRunning = phase === "running";
  const isFailure = phase === "failed" || phase === "interrupted";
  const note = texts.phases[phase];
  return (
    <div className="flex flex-col gap-2">
      <KeepFocus className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-base border border-line bg-surface px-4 py-2.5">
        <div className="min-w-0 flex-1 basis-80">
          <p className="font-medium text-table">{scanSentence(question, scan)}</p>
          {phase !== "complete" && (
            <progress
              aria-label={texts.progress}
              className="progress-bar my-1.5 h-1.5 w-full text-progress"
              {...(total !== undefined && { value: checked, max: Math.max(total, 1) })}
            />
          )}
          {note !== "" && (
            <p
              className={
                isFailure ? "flex items-start gap-1.5 text-negative text-table" : "flex items-start gap-1.5 text-table"
              }
            >
              {isFailure ? (
                <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
              ) : (
                <CircleSlash aria-hidden className="mt-0.5 size-3.5 shrink-0 text-ink-muted" />
              )}
              {note}
            </p>
          )}
          {drifted && (
            <p className="flex items-start gap-1.5 text-caution text-table">
              <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
              {texts.drifted}
            </p>
          )}
          <p className="text-fine text-ink-muted">
            {texts.how}
            {createdUntil !== undefined && phase !== "complete" && (
              <>
                {" · "}
                {texts.until} <Timestamp value={createdUntil} detail="minute" />
              </>
            )}
            {asOf !== undefined && !isRunning && (
              <>
                {" · "}
                {texts.readAt} <Timestamp value={asOf} detail="time" />
              </>
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-1.5 print:hidden">
          {isRunning ? (
            <Button {...keepFocusProps} onClick={onStop}>
              {texts.stop}
            </Button>
          ) : (
            <>
              {phase !== "complete" && (
                <Button variant="primary" {...keepFocusProps} onClick={onContinue}>
                  {texts.goOn}
                </Button>
              )}
              <Button {...(phase === "complete" && keepFocusProps)} onClick={onRestart}>
                {texts.again}
              </Button>
            </>
          )}
        </div>
      </KeepFocus>
      {problem && <ProblemPanel form="notice" problem={problem} onRetry={onContinue} signInHref={signInHref} />}
    </div>
  );
}
