"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { FileQuestionMark, Hourglass } from "#components/ui/icon/icons.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { JobStatus } from "#components/ui/status/job-state.tsx";
import { Status } from "#components/ui/status/status.tsx";
import type { CustomerJobs } from "#lib/contract/customers/customer-jobs.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Job } from "#lib/contract/job.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import { useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { pages } from "#lib/paths.ts";
import { customerKey } from "#lib/query/customers/customer.ts";
import { jobTexts as texts } from "./texts.ts";

interface RunningJobsProps {
  environment: Environment;
  customerID: string;
  jobs: CustomerJobs["jobs"];
  /** The jobs that could not be read. */
  unreadable: CustomerJobs["unreadable"];
}

/** The current step of a job, by the API's name. */
const stepOf = ({ steps }: Job) => steps.find(({ state }) => state === "running")?.name;

/**
 * The running jobs of a customer, live, and the jobs that cannot be read. When a job ends, everything about the
 * customer reloads.
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
  if (now.length + unreadable.length === 0) return null;
  return (
    <section aria-label={texts.title} className="rounded-base border border-progress/40 bg-surface">
      <ul>
        {now.map((job) => (
          <li
            key={job.jobID}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 not-first:border-t not-first:border-line"
          >
            <span className="font-medium">{texts.title}</span>
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
            <span className="ms-auto inline-flex items-center gap-1.5 text-fine text-ink-muted">
              {texts.job} <EntityID id={job.jobID} copyLabel={texts.copyID} href={pages.job(environment, job.jobID)} />
            </span>
          </li>
        ))}
        {unreadable.map(({ jobID, detail }) => (
          <li
            key={jobID}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 not-first:border-t not-first:border-line"
          >
            <Status tone="caution" icon={FileQuestionMark}>
              {texts.unreadable}
            </Status>
            <span className="min-w-0 text-ink-muted wrap-anywhere">{detail}</span>
            <span className="ms-auto inline-flex items-center gap-1.5 text-fine text-ink-muted">
              {texts.job} <EntityID id={jobID} copyLabel={texts.copyID} href={pages.job(environment, jobID)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
