"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import { jobForms } from "#components/ui/plural-forms.ts";
import { JobStatus } from "#components/ui/status/job-state.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { OverviewJob, OverviewValue } from "#lib/contract/console/overview.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { formatCount, formatPlural, formatShare } from "#lib/format/format-number.ts";
import { type LiveJob, useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { pages } from "#lib/paths.ts";
import { jobsCovered, overviewTexts as texts } from "./texts.ts";

interface JobsProps {
  environment: Environment;
  answer: OverviewValue<"jobs">;
}

function JobLine({ environment, job }: { environment: Environment; job: OverviewJob }) {
  const locale = useNumberLocale();
  const at = job.updated ?? job.created;
  return (
    <li className="flex flex-wrap items-center gap-x-3 px-4 py-1.5">
      <JobStatus job={job} />
      <Link
        href={pages.job(environment, job.jobID)}
        prefetch={false}
        title={job.jobID}
        className={classNames(
          "min-w-0 truncate text-accent hover:underline",
          job.companyName === undefined && "font-mono text-fine",
        )}
      >
        {job.companyName ?? shortenMiddle(job.jobID)}
      </Link>
      {job.progress !== undefined && !isFinished(job.state) && (
        <span className="text-ink-muted">{formatShare(job.progress, locale)}</span>
      )}
      {at !== undefined && (
        <span className="ms-auto text-fine text-ink-muted">
          <Timestamp value={at} detail="minute" />
        </span>
      )}
      {job.reason !== undefined && <p className="w-full truncate text-fine text-ink-muted">{job.reason}</p>}
    </li>
  );
}

/** The newest state of a job, from the live stream or from the panel's answer. */
function seenLast(job: OverviewJob, live: LiveJob | undefined, asOf: string): OverviewJob {
  return live?.job && live.asOf !== undefined && live.asOf > asOf ? { ...job, ...live.job } : job;
}

const unfinishedOf = ({ states }: OverviewValue<"jobs">) =>
  states.reduce((sum, { state, count }) => sum + (isFinished(state) ? 0 : count), 0);

/** True if a job runs, as far as the answer covers the jobs. */
export const runsAny = (answer: OverviewValue<"jobs">) => answer.running.length > 0 || unfinishedOf(answer) > 0;

function Covered({ answer: { coverage } }: { answer: OverviewValue<"jobs"> }) {
  const locale = useNumberLocale();
  if (coverage.total === 0) return null;
  return jobsCovered(
    coverage,
    (value) => formatCount(value, locale),
    (value) => formatPlural(value, jobForms, locale),
  );
}

/** Says that no job runs, and how many jobs were checked. */
export function NothingRuns({ answer }: { answer: OverviewValue<"jobs"> }) {
  return (
    <>
      {answer.coverage.total === 0 ? texts.noJobs : texts.nothingRuns}{" "}
      <span className="text-fine">
        <Covered answer={answer} />
      </span>
    </>
  );
}

/** The running jobs, updated live. The panel makes only a limited number of calls, so some jobs may be missing. */
export function Jobs({ environment, answer }: JobsProps) {
  const locale = useNumberLocale();
  const { jobs: live } = useLiveJobs(
    environment,
    answer.running.map(({ jobID }) => jobID),
  );
  const running = answer.running.map((job) => seenLast(job, live.get(job.jobID), answer.asOf));
  const ended = running.filter(({ state }) => isFinished(state)).length;
  const client = useQueryClient();
  useEffect(() => {
    // After a job has ended, reloads the panels that may list the job.
    if (ended === 0) return;
    for (const part of ["jobs", "waiting"])
      void client.invalidateQueries({ queryKey: [environment, "overview", part] });
  }, [client, environment, ended]);
  const unfinished = unfinishedOf(answer) - ended;
  const count = (value: number) => formatCount(value, locale);
  return (
    <div className="py-2">
      <ul className="text-table">
        {running.map((job) => (
          <JobLine key={job.jobID} environment={environment} job={job} />
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-4 px-4 py-1 text-fine text-ink-muted">
        {unfinished > running.length && `${texts.latestOf(count(running.length), count(unfinished))} `}
        <Covered answer={answer} />
      </p>
    </div>
  );
}
