"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect } from "react";
import { useNumberLocale } from "#components/ui/count.tsx";
import { JobStatus } from "#components/ui/job-state.tsx";
import { jobForms } from "#components/ui/plural-forms.ts";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { isFinished } from "#lib/contract/job.ts";
import type { OverviewJob, OverviewValue } from "#lib/contract/overview.ts";
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
        className="font-mono text-accent text-fine hover:underline"
      >
        {shortenMiddle(job.jobID)}
      </Link>
      {job.progress !== undefined && !isFinished(job.state) && (
        <span className="text-ink-muted">{formatShare(job.progress, locale)}</span>
      )}
      {at !== undefined && (
        <span className="ms-auto text-fine text-ink-muted">
          <Timestamp value={at} detail="minute" /> <ZoneName />
        </span>
      )}
      {job.reason !== undefined && <p className="w-full truncate text-fine text-ink-muted">{job.reason}</p>}
    </li>
  );
}

/** A job as it was seen last: in the panel's answer, or live since then. */
function seenLast(job: OverviewJob, live: LiveJob | undefined, asOf: string): OverviewJob {
  return live?.job && live.asOf !== undefined && live.asOf > asOf ? live.job : job;
}

/** The running jobs, live, and the latest failed ones, among the jobs that a bounded number of calls can read. */
export function Jobs({ environment, answer }: JobsProps) {
  const locale = useNumberLocale();
  const countOf = (isWanted: (state: OverviewJob["state"]) => boolean) =>
    answer.states.reduce((sum, { state, count }) => sum + (isWanted(state) ? count : 0), 0);
  const { jobs: live } = useLiveJobs(
    environment,
    answer.running.map(({ jobID }) => jobID),
  );
  const running = answer.running.map((job) => seenLast(job, live.get(job.jobID), answer.asOf));
  const ended = running.filter(({ state }) => isFinished(state)).length;
  const client = useQueryClient();
  useEffect(() => {
    // What has ended belongs elsewhere; the panels say so when they are read again.
    if (ended > 0) void client.invalidateQueries({ queryKey: [environment, "overview", "jobs"] });
  }, [client, environment, ended]);
  const parts = [
    { title: texts.runningJobs, jobs: running, count: countOf((state) => !isFinished(state)) - ended },
    { title: texts.failedJobs, jobs: answer.failed, count: countOf((state) => state === "failed") },
  ];
  const count = (value: number) => formatCount(value, locale);
  return (
    <div className="py-2">
      {answer.coverage.total === 0 ? (
        <p className="px-4 py-1.5 text-ink-muted">{texts.noJobs}</p>
      ) : (
        parts.map(({ title, jobs, count: all }) => (
          <section key={title} aria-label={title} className="pb-1 text-table">
            <h3 className="flex justify-between px-4 py-1 font-medium text-ink-muted">
              {title}
              <span className={all > 0 ? "font-semibold text-ink" : undefined}>{count(all)}</span>
            </h3>
            <ul>
              {jobs.map((job) => (
                <JobLine key={job.jobID} environment={environment} job={job} />
              ))}
            </ul>
          </section>
        ))
      )}
      <p className="flex flex-wrap gap-x-4 px-4 py-1 text-fine text-ink-muted">
        {answer.coverage.total > 0 &&
          jobsCovered(answer.coverage, count, (value) => formatPlural(value, jobForms, locale))}
        <Link href={pages.jobs(environment)} prefetch={false} className="ms-auto text-accent hover:underline">
          {texts.allJobs}
        </Link>
      </p>
    </div>
  );
}
