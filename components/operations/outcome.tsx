"use client";

import { CirclePause, CircleSlash, type LucideIcon, Radio, RefreshCw, RotateCcw } from "lucide-react";
import Link from "next/link";
import { buttonClass } from "#components/ui/button.tsx";
import { OutcomeStatus } from "#components/ui/outcome-status.tsx";
import { outcomeSentence } from "#components/ui/outcome-texts.ts";
import { Panel } from "#components/ui/panel.tsx";
import { problemWords } from "#components/ui/problem-texts.ts";
import { useMayWrite } from "#components/ui/session.tsx";
import { Status, type Tone } from "#components/ui/status.tsx";
import type { Job } from "#lib/contract/job.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { isUnderWay, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import type { LiveJob, LiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { detailOf, isUncertain, isUndone, type KnownJob, mayBeginAgain } from "#lib/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import { creationViewParams } from "#lib/url-state/creation-view.ts";
import { JobProgress, Reason } from "./job-progress.tsx";
import { actionTexts, detailTexts as texts } from "./texts.ts";

interface OutcomeProps {
  operation: Operation;
  /** Its job, where the page follows it live. */
  live: LiveJob | undefined;
  job: KnownJob | undefined;
  /** The server's assessment of the job. */
  assessed: Pick<Job, "setbacks" | "unchangedSince"> | undefined;
  customerID: string | undefined;
  connection: LiveJobs["connection"];
  /** True where it was started again. */
  isRepeated: boolean;
  /** When the operation was read. */
  asOf: string;
}

type ActionsProps = Pick<OutcomeProps, "operation" | "live" | "customerID" | "isRepeated">;

function Actions({ operation, live, customerID, isRepeated }: ActionsProps) {
  const { environment, operationID, kind } = operation;
  const mayWrite = useMayWrite();
  const detail = detailOf(operation, live);
  const outcome = outcomeOfDetail[detail];
  const again = mayWrite && mayBeginAgain(operation, detail);
  const againHref = pages.newCustomer(environment, creationViewParams({ again: operationID, step: "form" }));
  const isUnsure = isUncertain(detail);
  const isGood = isUnderWay(outcome) || outcome === "done";
  const isDone = customerID !== undefined && isGood;
  const changesAgain = mayWrite && kind === "change-contract" && !isGood && customerID !== undefined;
  if (!again && !isDone && !changesAgain) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t px-4 py-3">
      {isDone && (
        <Link
          className={buttonClass(isUnderWay(outcome) ? "secondary" : "primary")}
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
            className={buttonClass(isUnsure || isRepeated ? "secondary" : "primary")}
            href={againHref}
            prefetch={false}
          >
            <RotateCcw aria-hidden className="size-3.5" />
            {actionTexts.again}
          </Link>
          <p className="min-w-0 text-fine text-ink-muted">
            {isRepeated && `${actionTexts.againAlready} `}
            {isUnsure ? actionTexts.againUnknownNote : actionTexts.againNote}
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

/** Why nothing was sent, in the console's own words. */
function OwnReasons({ problem }: { problem: NonNullable<Operation["problem"]> }) {
  return (
    <>
      <p className="text-ink-muted wrap-anywhere">{problem.detail}</p>
      {problem.errors.length > 0 && (
        <ul className="list-disc ps-5 wrap-anywhere">
          {problem.errors.map(({ field, message }) => (
            <li key={`${field} ${message}`}>{field === undefined ? message : `${field}: ${message}`}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What the API said to a write that it refused, word for word. */
function Refusal({ problem }: { problem: NonNullable<Operation["problem"]> }) {
  return (
    <>
      <p className="text-ink-muted wrap-anywhere">
        {problemWords.upstreamStatus} {problem.upstreamStatus}
      </p>
      {problem.errors.map(({ field, message }) => (
        <Reason key={`${field} ${message}`} text={field === undefined ? message : `${field}: ${message}`} />
      ))}
    </>
  );
}

/** The result of a write, in words, with the API's own where it gave some, and what a person can do now. */
export function Outcome(props: OutcomeProps) {
  const { operation, live, job, assessed, customerID, connection, isRepeated, asOf } = props;
  const { problem, kind } = operation;
  const detail = detailOf(operation, live);
  const runs = detail === "running";
  return (
    <Panel
      title={texts.result}
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
          <OutcomeStatus operation={operation} live={live} withTime className="text-title" />
          <p>{outcomeSentence(detail, kind)}</p>
        </div>
        {problem && detail === "refused" && <Refusal problem={problem} />}
        {problem && detail !== "refused" && isUndone(detail) && <OwnReasons problem={problem} />}
        {runs && live?.problem && (
          <p role="status" className="text-caution wrap-anywhere">
            {texts.jobUnread} {live.problem.detail}
          </p>
        )}
        {job && <JobProgress job={job} assessed={assessed} isRunning={runs} asOf={asOf} />}
      </div>
      <Actions operation={operation} live={live} customerID={customerID} isRepeated={isRepeated} />
    </Panel>
  );
}
