"use client";

import Link from "next/link";
import { buttonClass } from "#components/ui/button.tsx";
import {
  CirclePause,
  CircleSlash,
  type IconComponent,
  Radio,
  RefreshCw,
  RotateCcw,
  Undo2,
} from "#components/ui/icon/icons.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { problemWords } from "#components/ui/panel/problem-texts.ts";
import { useCanWrite } from "#components/ui/session.tsx";
import { OutcomeStatus } from "#components/ui/status/outcome-status.tsx";
import { outcomeSentence } from "#components/ui/status/outcome-texts.ts";
import { Status, type Tone } from "#components/ui/status/status.tsx";
import type { Job } from "#lib/contract/job.ts";
import { isInProgress, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { LiveJob, LiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import {
  canStartAgain,
  hadNoEffect,
  isOutcomeUncertain,
  type KnownJob,
  outcomeDetail,
} from "#lib/operations/operation-outcome.ts";
import { undoOfChange, undoQuery } from "#lib/operations/undo.ts";
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
  /** True if the operation was started again. */
  isRepeated: boolean;
  /** True if a verified change has undone the operation. */
  isUndone: boolean;
  /** When the operation was read. */
  asOf: string;
}

type ActionsProps = Pick<OutcomeProps, "operation" | "live" | "customerID" | "isRepeated" | "isUndone">;

function Actions({ operation, live, customerID, isRepeated, isUndone }: ActionsProps) {
  const { environment, operationID, kind } = operation;
  const mayWrite = useCanWrite();
  const detail = outcomeDetail(operation, live);
  const outcome = outcomeOfDetail[detail];
  const again = mayWrite && canStartAgain(operation, detail);
  const againHref = pages.newCustomer(environment, creationViewParams({ again: operationID, step: "form" }));
  const isUnsure = isOutcomeUncertain(detail);
  const isGood = isInProgress(outcome) || outcome === "done";
  const isDone = customerID !== undefined && isGood;
  // While the result is unknown, the panel below names the one next step.
  const isUnknown = operation.state === "unknown";
  const changesAgain = mayWrite && kind === "change-contract" && !isGood && !isUnknown && customerID !== undefined;
  const undo = mayWrite && !isUndone ? undoOfChange(operation) : undefined;
  const createsAnother = mayWrite && kind === "create-customer" && isGood;
  if (!again && !isDone && !changesAgain && !createsAnother) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t px-4 py-3 print:hidden">
      {isDone && (
        <Link
          className={buttonClass(isInProgress(outcome) ? "secondary" : "primary")}
          href={pages.customer(environment, customerID)}
          prefetch={false}
        >
          {actionTexts.openCustomer}
        </Link>
      )}
      {createsAnother && (
        <Link className={buttonClass("quiet")} href={pages.newCustomer(environment)} prefetch={false}>
          {actionTexts.createAnother}
        </Link>
      )}
      {undo && customerID !== undefined && (
        <Link
          className={buttonClass("secondary")}
          href={pages.customer(environment, customerID, undoQuery(undo))}
          prefetch={false}
        >
          <Undo2 aria-hidden className="size-3.5" />
          {actionTexts.undo}
        </Link>
      )}
      {changesAgain && (
        <Link className={buttonClass("primary")} href={pages.customer(environment, customerID)} prefetch={false}>
          {actionTexts.changeAgain}
        </Link>
      )}
      {again && (
        <>
          <Link
            className={buttonClass(isUnsure ? "quiet" : isRepeated ? "secondary" : "primary")}
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

/** The same look as on the jobs pages. */
const watchingLooks: Readonly<Record<LiveJobs["connection"], { tone: Tone; icon: IconComponent }>> = {
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

/** The API's unchanged answer to a refused operation. */
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

/** The result of an operation in words, the API's own text if there is one, and the possible actions. */
export function Outcome(props: OutcomeProps) {
  const { operation, live, job, assessed, customerID, connection, isRepeated, isUndone, asOf } = props;
  const { problem, kind } = operation;
  const detail = outcomeDetail(operation, live);
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
        {problem && detail !== "refused" && hadNoEffect(detail) && <OwnReasons problem={problem} />}
        {runs && live?.problem && (
          <p role="status" className="text-caution wrap-anywhere">
            {texts.jobUnread} {live.problem.detail}
          </p>
        )}
        {job && <JobProgress job={job} assessed={assessed} isRunning={runs} asOf={asOf} />}
      </div>
      <Actions operation={operation} live={live} customerID={customerID} isRepeated={isRepeated} isUndone={isUndone} />
    </Panel>
  );
}
