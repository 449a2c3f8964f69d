"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { FileQuestionMark, Hourglass, LoaderCircle } from "#components/ui/icon/icons.tsx";
import { StripRow } from "#components/ui/panel/strip-row.tsx";
import { JobStatus } from "#components/ui/status/job-state.tsx";
import { Status } from "#components/ui/status/status.tsx";
import type { CustomerJobs } from "#lib/contract/customers/customer-jobs.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Job } from "#lib/contract/job.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import { useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { pages } from "#lib/paths.ts";
import { customerKey } from "#lib/query/customers/customer.ts";
import { jobTexts as texts } from "../texts.ts";

interface RunningJobsProps {
  environment: Environment;
  customerID: string;
  jobs: CustomerJobs["jobs"];
  /** The jobs that could not be read. */
  unreadable: CustomerJobs["unreadable"];
}

/** The name of the job's current step, from the API. */
const stepOf = ({ steps }: Job) => steps.find(({ state }) => state === "running")?.name;

/**
 * The customer's running jobs, updated live, and the jobs that cannot be read. When a job ends, all data about the
 * customer is read again.
 */
export function RunningJobs({ environment, customerID, jobs: known, unreadable }: RunningJobsProps) {
  const client = useQueryClient();
  const live = useLiveJobs(
    environment,
    [...known, ...unreadable].map(({ jobID }) => jobID),
  );
  const now = known.map((job) => live.jobs.get(job.jobID)?.job ?? job);
  const isOver = ({ jobID, state }: Pick<Job, "jobID" | "state">) => isFinished(state) || live.jobs.get(jobID)?.isGone;
  const readNow = unreadable.map(({ jobID }) => ({
    jobID,
    state: live.jobs.get(jobID)?.job?.state ?? ("unknown" as const),
  }));
  const over = [...now, ...readNow].filter(isOver).map(({ jobID }) => jobID);
  const announced = useRef(new Set<string>());
  const overKey = over.join(" ");
  useEffect(() => {
    const fresh = overKey.split(" ").filter((jobID) => jobID !== "" && !announced.current.has(jobID));
    if (fresh.length === 0) return;
    for (const jobID of fresh) announced.current.add(jobID);
    announce(texts.over);
    void client.invalidateQueries({ queryKey: customerKey(environment, customerID) });
  }, [overKey, client, environment, customerID]);
  return (
    <>
      {now.map((job) => (
        <StripRow key={job.jobID} icon={LoaderCircle} name={texts.title} tone="progress">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <JobStatus job={job} />
            {job.stuckSince !== undefined && (
              <Status tone="caution" icon={Hourglass}>
                {texts.stuck}
              </Status>
            )}
            {stepOf(job) !== undefined && <bdi className="text-ink-muted">{stepOf(job)}</bdi>}
            {job.progress !== undefined && (
              <progress
                aria-label={texts.progress}
                max={1}
                value={job.progress}
                className="progress-bar h-1.5 w-32 text-progress max-sm:w-full"
              />
            )}
            <JobLink environment={environment} jobID={job.jobID} />
          </span>
        </StripRow>
      ))}
      {unreadable.map(({ jobID, detail }) => (
        <StripRow key={jobID} icon={FileQuestionMark} name={texts.title} tone="caution">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Status tone="caution" icon={FileQuestionMark}>
              {texts.unreadable}
            </Status>
            <span className="min-w-0 text-ink-muted wrap-anywhere">{detail}</span>
            <JobLink environment={environment} jobID={jobID} />
          </span>
        </StripRow>
      ))}
    </>
  );
}

function JobLink({ environment, jobID }: { environment: Environment; jobID: string }) {
  return (
    <Link href={pages.job(environment, jobID)} prefetch={false} className="text-accent hover:underline">
      {texts.job}
    </Link>
  );
}
