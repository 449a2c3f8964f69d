"use client";

import { buttonClass } from "#components/ui/button.tsx";
import { ExternalLink } from "#components/ui/icon/icons.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { DeveloperPanel } from "#components/ui/record/developer-panel.tsx";
import { RawRecord } from "#components/ui/record/raw-record.tsx";
import { JobStatus } from "#components/ui/status/job-state.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { useConsoleNow } from "#components/ui/time/use-console-now.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Job } from "#lib/contract/job.ts";
import { isFinished, isUnsuccessful } from "#lib/contract/values/job-states.ts";
import { ownStateWord } from "#lib/operations/job-texts.ts";
import { api, pages } from "#lib/paths.ts";
import { JobActions } from "./job-actions.tsx";
import { JobFacts } from "./job-facts.tsx";
import { JobNotices } from "./job-notices.tsx";
import { JobSkeleton } from "./job-skeleton.tsx";
import { JobSteps } from "./job-steps.tsx";
import { LiveConnectionState } from "./live-state.tsx";
import { MissingJob } from "./missing-job.tsx";
import { ProgressBar } from "./progress-bar.tsx";
import { jobTexts as texts } from "./texts.ts";
import { type SeenJob, useJobWatch } from "./use-job-watch.ts";

function StateLine({ job }: { job: Job }) {
  const ownWord = ownStateWord(job);
  return (
    <div className="grid items-center gap-x-6 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
      <p className="flex flex-wrap items-baseline gap-x-3 text-title">
        <JobStatus job={job} />
        {ownWord !== undefined && (
          <span className="text-fine text-ink-muted wrap-anywhere">
            {texts.apiWord}: <bdi className="font-mono">{ownWord}</bdi>
          </span>
        )}
      </p>
      {job.progress === undefined ? (
        !isFinished(job.state) && <p className="text-ink-muted">{texts.noProgress}</p>
      ) : (
        <ProgressBar job={job} size="large" />
      )}
    </div>
  );
}

function RawPanel({ environment, job }: { environment: Environment; job: Job }) {
  return (
    <DeveloperPanel>
      {job.rawOmitted ? (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
          <p className="max-w-prose">{texts.rawOmitted}</p>
          <a
            className={buttonClass()}
            href={api.job(environment, job.jobID, "whole=true")}
            target="_blank"
            rel="noreferrer"
          >
            <ExternalLink aria-hidden className="size-3.5" />
            {texts.rawWhole}
          </a>
        </div>
      ) : (
        <RawRecord record={job.raw ?? {}} />
      )}
    </DeveloperPanel>
  );
}

interface JobSeenProps {
  environment: Environment;
  seen: SeenJob;
  watch: ReturnType<typeof useJobWatch>;
  signInHref: string;
}

function JobPanels({ environment, seen, watch, signInHref }: JobSeenProps) {
  const { problem, isGone, watching, connection, reading, reload } = watch;
  const { job, asOf } = seen;
  const nowMs = useConsoleNow(asOf, watching);
  const isMissing = problem?.code === "not_found";
  return (
    <div className="flex flex-col gap-4">
      {problem && !isMissing && (
        <ProblemPanel form="notice" problem={problem} onRetry={reload} retrying={reading} signInHref={signInHref}>
          {texts.unread} <Timestamp value={asOf} detail="clock" />
        </ProblemPanel>
      )}
      <Panel
        title={texts.status}
        tools={<LiveConnectionState connection={connection} watching={watching && !isGone} />}
      >
        <div className="flex flex-col gap-3 border-line border-b px-4 py-4">
          <StateLine job={job} />
          <JobNotices seen={seen} missing={isGone ? "gone" : isMissing ? "notFound" : undefined} nowMs={nowMs} />
          {isUnsuccessful(job.state) && <JobActions environment={environment} job={job} />}
        </div>
        <JobFacts environment={environment} job={job} nowMs={nowMs} />
      </Panel>
      <JobSteps job={job} nowMs={nowMs} />
      <RawPanel environment={environment} job={job} />
    </div>
  );
}

/** One job: its state, its steps, and all raw data from the API. */
export function JobDetail({ environment, jobID }: { environment: Environment; jobID: string }) {
  const watch = useJobWatch(environment, jobID);
  const { seen, problem, reading, reload } = watch;
  const signInHref = pages.signIn(pages.job(environment, jobID));
  if (seen) return <JobPanels environment={environment} seen={seen} watch={watch} signInHref={signInHref} />;
  if (!problem) return <JobSkeleton />;
  return (
    <div className="rounded-base border border-line bg-surface">
      {problem.code === "not_found" ? (
        <MissingJob environment={environment} jobID={jobID} onRetry={reload} retrying={reading} />
      ) : (
        <ProblemPanel problem={problem} onRetry={reload} retrying={reading} signInHref={signInHref} />
      )}
    </div>
  );
}
