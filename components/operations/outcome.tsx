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
import { Status, type StatusStyle } from "#components/ui/status/status.tsx";
import type { Job } from "#lib/contract/job.ts";
import { isInProgress, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { fieldErrorText } from "#lib/format/field-error-text.ts";
import type { LiveJob, LiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import type { NextStep } from "#lib/operation-kinds/kind-description.ts";
import { describeKind } from "#lib/operation-kinds/operation-kinds.ts";
import { outcomeSentence } from "#lib/operation-kinds/outcome-texts.ts";
import { hadNoEffect, type KnownJob, outcomeDetail } from "#lib/operations/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import { JobProgress, Reason } from "./job-progress.tsx";
import { detailTexts as texts } from "./texts.ts";

interface OutcomeProps {
  operation: Operation;
  /** The live state of the operation's job, if the page follows the job. */
  live: LiveJob | undefined;
  job: KnownJob | undefined;
  /** What the server has detected about the job: its setbacks, and since when the job is unchanged. */
  assessed: Pick<Job, "setbacks" | "unchangedSince"> | undefined;
  customerID: string | undefined;
  connection: LiveJobs["connection"];
  /** True if a later operation has reused the values of this operation. */
  isRepeated: boolean;
  /** True if a verified change has undone the operation. */
  isUndone: boolean;
  /** The time when the operation was read. */
  asOf: string;
}

const stepIcons: Readonly<Record<NonNullable<NextStep["icon"]>, IconComponent>> = { again: RotateCcw, undo: Undo2 };

function Step({ label, href, variant, icon, note }: NextStep) {
  const Icon = icon && stepIcons[icon];
  return (
    <>
      <Link className={buttonClass(variant)} href={href} prefetch={false}>
        {Icon && <Icon aria-hidden className="size-3.5" />}
        {label}
      </Link>
      {note !== undefined && <p className="min-w-0 text-fine text-ink-muted">{note}</p>}
    </>
  );
}

type ActionsProps = Pick<OutcomeProps, "operation" | "live" | "customerID" | "isRepeated" | "isUndone">;

function Actions({ operation, live, customerID, isRepeated, isUndone }: ActionsProps) {
  const { environment, kind } = operation;
  const mayWrite = useCanWrite();
  const detail = outcomeDetail(operation, live);
  const outcome = outcomeOfDetail[detail];
  const isDone = customerID !== undefined && (isInProgress(outcome) || outcome === "done");
  const state = { operation, detail, customerID, isRepeated, isUndone };
  const steps = (mayWrite && describeKind(kind)?.nextSteps(state)) || [];
  if (!isDone && steps.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t px-4 py-3 print:hidden">
      {isDone && (
        <Link
          className={buttonClass(isInProgress(outcome) ? "secondary" : "primary")}
          href={pages.customer(environment, customerID)}
          prefetch={false}
        >
          {texts.openCustomer}
        </Link>
      )}
      {steps.map((step) => (
        <Step key={step.label} {...step} />
      ))}
    </div>
  );
}

/** Tones and icons as on the jobs pages. */
const watchingStyles: Readonly<Record<LiveJobs["connection"], StatusStyle>> = {
  live: { tone: "positive", icon: Radio },
  polling: { tone: "progress", icon: RefreshCw },
  paused: { tone: "neutral", icon: CirclePause },
  ended: { tone: "caution", icon: CircleSlash },
};

/** The reason why the console sent nothing, in the console's words. */
function OwnReasons({ problem }: { problem: NonNullable<Operation["problem"]> }) {
  return (
    <>
      <p className="text-ink-muted wrap-anywhere">{problem.detail}</p>
      {problem.errors.length > 0 && (
        <ul className="list-disc ps-5 wrap-anywhere">
          {problem.errors.map(fieldErrorText).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The API's answer to the refused request, unchanged. */
function Refusal({ problem }: { problem: NonNullable<Operation["problem"]> }) {
  return (
    <>
      {problem.errors.map(fieldErrorText).map((text) => (
        <Reason key={text} text={text} />
      ))}
      <details className="text-fine text-ink-muted">
        <summary className="w-fit cursor-pointer">{problemWords.support}</summary>
        {problemWords.upstreamStatus} {problem.upstreamStatus}
      </details>
    </>
  );
}

/** The result of an operation in words, and the possible actions. Includes the API's own text, if there is one. */
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
          <Status {...watchingStyles[connection]} className="text-fine print:hidden">
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
