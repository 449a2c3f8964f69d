"use client";

import { CirclePause, CircleSlash, type LucideIcon, Radio, RefreshCw, RotateCcw } from "lucide-react";
import Link from "next/link";
import { buttonClass } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { PhaseStatus } from "#components/ui/phase-status.tsx";
import { problemWords } from "#components/ui/problem-texts.ts";
import { useMayWrite } from "#components/ui/session.tsx";
import { Status, type Tone } from "#components/ui/status.tsx";
import type { Operation } from "#lib/contract/operation.ts";
import type { LiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { isRunning, type KnownJob, mayBeginAgain, needsLook, type OperationPhase } from "#lib/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import type { ShownProblem } from "#lib/shown-problem.ts";
import { creationViewParams } from "#lib/url-state/creation-view.ts";
import { JobProgress, Reason } from "./job-progress.tsx";
import { actionTexts, phaseSentences, detailTexts as texts } from "./texts.ts";

interface OutcomeProps {
  operation: Operation;
  phase: OperationPhase;
  job: KnownJob | undefined;
  customerID: string | undefined;
  connection: LiveJobs["connection"];
  /** Why the job could not be read the last time. */
  jobProblem: ShownProblem | undefined;
  /** True where somebody has started it again. */
  isRepeated: boolean;
  /** When the operation was read. */
  asOf: string;
}

type ActionsProps = Pick<OutcomeProps, "operation" | "phase" | "customerID" | "isRepeated">;

function Actions({ operation, phase, customerID, isRepeated }: ActionsProps) {
  const { environment, operationID, kind } = operation;
  const mayWrite = useMayWrite();
  const again = mayWrite && mayBeginAgain(operation, phase);
  const againHref = pages.newCustomer(environment, creationViewParams({ again: operationID, step: "form" }));
  const isUncertain = phase === "unknown" || phase === "vanished";
  const isDone = customerID !== undefined && !needsLook(phase);
  const changesAgain = mayWrite && kind === "change-contract" && needsLook(phase) && customerID !== undefined;
  if (!again && !isDone && !changesAgain) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t px-4 py-3">
      {isDone && (
        <Link
          className={buttonClass(isRunning(phase) ? "secondary" : "primary")}
          href={pages.customer(environment, customerID)}
          prefetch={false}
        >
          {actionTexts.openCustomer}
        </Link>
      )}
      {changesAgain && (
        <Link className={buttonClass()} href={pages.customer(environment, customerID)} prefetch={false}>
          {actionTexts.changeAgain}
        </Link>
      )}
      {again && (
        <>
          <Link
            className={buttonClass(isUncertain || isRepeated ? "secondary" : "primary")}
            href={againHref}
            prefetch={false}
          >
            <RotateCcw aria-hidden className="size-3.5" />
            {actionTexts.again}
          </Link>
          <p className="min-w-0 text-fine text-ink-muted">
            {isRepeated && `${actionTexts.againAlready} `}
            {isUncertain ? actionTexts.againUnknownNote : actionTexts.againNote}
          </p>
        </>
      )}
    </div>
  );
}

/** As the jobs pages show it. */
const watchingLooks: Readonly<Record<LiveJobs["connection"], { tone: Tone; icon: LucideIcon }>> = {
  live: { tone: "positive", icon: Radio },
  polling: { tone: "progress", icon: RefreshCw },
  paused: { tone: "neutral", icon: CirclePause },
  ended: { tone: "caution", icon: CircleSlash },
};

/** What became of a write, in words, with the API's own, and what a person can do now. */
export function Outcome(props: OutcomeProps) {
  const { operation, phase, job, customerID, connection, jobProblem, isRepeated, asOf } = props;
  const { problem, kind } = operation;
  const runs = phase === "running";
  return (
    <Panel
      title={texts.outcomeOf}
      tools={
        runs && (
          <Status {...watchingLooks[connection]} className="text-fine print:hidden">
            {texts.watching[connection]}
          </Status>
        )
      }
    >
      <div className="flex flex-col gap-3 px-4 py-3">
        <div>
          <PhaseStatus phase={phase} className="text-title" />
          <p>{phaseSentences[phase][kind]}</p>
        </div>
        {problem && phase !== "unknown" && (
          <>
            <p className="text-ink-muted wrap-anywhere">
              {phase === "refused" ? `${problemWords.upstreamStatus} ${problem.upstreamStatus}` : problem.detail}
            </p>
            {problem.errors.map(({ field, message }) => (
              <Reason key={`${field} ${message}`} text={field === undefined ? message : `${field}: ${message}`} />
            ))}
          </>
        )}
        {runs && jobProblem && (
          <p role="status" className="text-caution wrap-anywhere">
            {texts.jobUnread} {jobProblem.detail}
          </p>
        )}
        {job && <JobProgress job={job} isRunning={runs} asOf={asOf} />}
      </div>
      <Actions operation={operation} phase={phase} customerID={customerID} isRepeated={isRepeated} />
    </Panel>
  );
}
