"use client";

import { useNumberLocale } from "#components/ui/count.tsx";
import { History, TriangleAlert } from "#components/ui/icon/icons.tsx";
import { CopyButton } from "#components/ui/record/copy-button.tsx";
import { JobStatus, JobStepStatus } from "#components/ui/status/job-state.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { useConsoleNow } from "#components/ui/time/use-console-now.ts";
import type { Job, JobSetback, JobStep } from "#lib/contract/job.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import { formatDuration } from "#lib/format/format-duration.ts";
import { formatShare } from "#lib/format/format-number.ts";
import { jobStateWord, ownStateWord } from "#lib/operations/job-texts.ts";
import type { KnownJob } from "#lib/operations/operation-outcome.ts";
import { detailTexts as texts } from "./texts.ts";

const maxSteps = 40;
const maxReason = 2_000;
const quietMs = 60_000;

function Step({ job, step }: { job: KnownJob; step: JobStep }) {
  const locale = useNumberLocale();
  const { name, startedAt, finishedAt } = step;
  const took = startedAt && finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) : Number.NaN;
  return (
    <li className="grid grid-cols-[minmax(7rem,10rem)_1fr_auto] items-center gap-x-3 py-0.5 max-sm:grid-cols-[1fr_auto] max-sm:[&>:first-child]:order-1">
      <JobStepStatus job={job} step={step} />
      <bdi className="min-w-0 wrap-anywhere">{name.slice(0, 200)}</bdi>
      <span className="text-end text-fine text-ink-muted">
        {startedAt && <Timestamp value={startedAt} detail="clock" />}
        {Number.isFinite(took) && ` · ${formatDuration(took, locale)}`}
      </span>
    </li>
  );
}

function Progress({ value }: { value: number }) {
  const locale = useNumberLocale();
  const text = formatShare(value, locale);
  return (
    <div className="flex items-center gap-3">
      <progress
        value={value}
        max={1}
        aria-valuetext={text}
        aria-label={texts.progress}
        className="progress-bar h-2 min-w-0 flex-1 text-progress"
      />
      <span className="w-10 text-end text-fine text-ink-muted">{text}</span>
    </div>
  );
}

/** The API's reason for a failure, unchanged. A very long reason is cut, but its copy button copies all of it. */
export function Reason({ text }: { text: string }) {
  const isCut = text.length > maxReason;
  return (
    <div className="rounded-base bg-negative-soft px-3 py-2">
      <p className="flex items-center gap-1 text-fine text-ink-muted">
        {texts.reason} <CopyButton text={text} label={texts.copyReason} />
      </p>
      <p className="max-h-72 overflow-auto whitespace-pre-wrap wrap-anywhere">
        <bdi>{isCut ? text.slice(0, maxReason) : text}</bdi>
        {isCut && <span className="text-ink-muted">{texts.cut}</span>}
      </p>
    </div>
  );
}

/** The state inside a sentence, such as `running (60%)`. */
function inSentence({ progress, ...look }: JobSetback["from"], locale: string | undefined): string {
  const word = jobStateWord({ ...look, stateText: look.stateText.slice(0, 200) });
  const lower = look.state === "unknown" ? word : word.toLowerCase();
  if (progress === undefined || isFinished(look.state)) return lower;
  return `${lower} (${formatShare(progress, locale)})`;
}

interface JobProgressProps {
  job: KnownJob;
  /** What the server has detected about the job: its setbacks, and since when the job is unchanged. */
  assessed: Pick<Job, "setbacks" | "unchangedSince"> | undefined;
  isRunning: boolean;
  /** The time when the operation was read. */
  asOf: string;
}

function Notes({ assessed, isRunning, asOf }: Omit<JobProgressProps, "job">) {
  const locale = useNumberLocale();
  const now = useConsoleNow(asOf, isRunning);
  const setback = assessed?.setbacks?.at(-1);
  const sinceMs = assessed?.unchangedSince === undefined ? 0 : now - Date.parse(assessed.unchangedSince);
  return (
    <>
      {setback && (
        <p className="flex gap-2 text-caution">
          <History aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            {texts.backwards(inSentence(setback.from, locale), inSentence(setback.to, locale))}
          </span>
        </p>
      )}
      {isRunning && sinceMs > quietMs && (
        <p className="flex gap-2 text-ink-muted">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {texts.quiet(formatDuration(Math.floor(sinceMs / 1_000) * 1_000, locale))}
        </p>
      )}
    </>
  );
}

/** The API's own word for the job's state. Shown only if it differs from Switchboard's name for the state. */
function OwnWord({ job }: { job: KnownJob }) {
  const stateText = job.stateText.slice(0, 200);
  const word = ownStateWord({ state: job.state, stateText });
  const isWorthShowing = job.state === "queued" || (job.state === "unknown" && stateText !== "");
  if (word === undefined && !isWorthShowing) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <JobStatus job={{ state: job.state, stateText }} />
      {word !== undefined && (
        <span className="max-w-full text-fine text-ink-muted wrap-anywhere">
          {texts.ownWord} <bdi className="font-mono">{word}</bdi>
        </span>
      )}
    </div>
  );
}

/** The job of an operation, updated live: its state, progress and steps. If the job failed, also the reason. */
export function JobProgress({ job, assessed, isRunning, asOf }: JobProgressProps) {
  const shown = job.steps.slice(0, maxSteps);
  const more = job.steps.length - shown.length + job.stepsOmitted;
  return (
    <div className="flex flex-col gap-3">
      <OwnWord job={job} />
      {job.progress !== undefined && isRunning && <Progress value={job.progress} />}
      <Notes assessed={assessed} isRunning={isRunning} asOf={asOf} />
      {job.reason !== undefined && <Reason text={job.reason} />}
      {shown.length > 0 && (
        <ol aria-label={texts.steps} className="border-line border-t pt-2 text-table">
          {shown.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step has no ID, and two steps may have the same name
            <Step key={index} job={job} step={step} />
          ))}
        </ol>
      )}
      {more > 0 && <p className="text-fine text-ink-muted">{texts.moreSteps(more)}</p>}
    </div>
  );
}
