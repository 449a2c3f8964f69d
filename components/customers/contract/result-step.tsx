"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleHelp, CircleX, LoaderCircle, type LucideIcon, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { JobStatus } from "#components/ui/job-state.tsx";
import { Status, type Tone } from "#components/ui/status.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { CustomerAnswer } from "#lib/contract/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { isFinished } from "#lib/contract/job.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { pages } from "#lib/paths.ts";
import { followedOperationQueryOptions } from "#lib/query/customer.ts";
import { memberTitles, reviewTexts, resultTexts as texts } from "./texts.ts";
import { isSettled, type Verdict, verdictOf, wantedBy } from "./verdict.ts";

const looks: Readonly<Record<Verdict, { tone: Tone; icon: LucideIcon }>> = {
  confirmed: { tone: "positive", icon: CircleCheck },
  reconciled: { tone: "positive", icon: CircleCheck },
  jobDone: { tone: "positive", icon: CircleCheck },
  running: { tone: "progress", icon: LoaderCircle },
  waiting: { tone: "progress", icon: LoaderCircle },
  jobDoneUnseen: { tone: "caution", icon: TriangleAlert },
  jobGone: { tone: "caution", icon: CircleHelp },
  unseen: { tone: "caution", icon: TriangleAlert },
  unknown: { tone: "caution", icon: CircleHelp },
  jobFailed: { tone: "negative", icon: CircleX },
  rejected: { tone: "negative", icon: CircleX },
};

interface ResultStepProps {
  environment: Environment;
  /** As it was answered; followed from then on. */
  operation: Operation;
  /** The customer as it was read last. */
  answer: CustomerAnswer;
  readAgain: () => Promise<void>;
  /** One of its links leads to another page. */
  onLeave: () => void;
}

/** What became of a change: what is confirmed, with its time, and otherwise what is not known. */
export function ResultStep({ environment, operation: answered, answer, readAgain, onLeave }: ResultStepProps) {
  const { data } = useQuery(followedOperationQueryOptions(environment, answered, isSettled));
  const operation = data.operation;
  const { jobID, operationID } = operation;
  const live = useLiveJobs(environment, jobID === undefined ? [] : [jobID]).jobs.get(jobID ?? "");
  const state = live?.problem?.code === "not_found" ? "vanished" : live?.job?.state;
  const isOver = isSettled(operation) && (state === undefined || state === "vanished" || isFinished(state));
  const verdict = verdictOf({ operation, job: state, contract: answer.customer.contract });
  const [reading, setReading] = useState(false);

  // Whatever has ended just now may have changed the contract.
  const moment = `${operation.state} ${isOver}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment is what counts
  useEffect(() => {
    void readAgain();
  }, [moment]);
  useEffect(() => announce(texts.verdicts[verdict].title), [verdict]);

  const { member, value } = wantedBy(operation);
  const { tone, icon } = looks[verdict];
  const mayReadAgain = verdict === "unseen" || verdict === "jobDoneUnseen" || verdict === "jobGone";
  const read = async () => {
    if (reading) return;
    setReading(true);
    await readAgain();
    setReading(false);
  };
  return (
    <div className="flex flex-col gap-3">
      <p>
        {memberTitles[member]}: <bdi>{operation.before?.[member] ?? reviewTexts.nothing}</bdi> →{" "}
        <bdi className="font-semibold">{String(value)}</bdi>
      </p>
      <div className="rounded-base border border-line bg-sunken px-4 py-3">
        <h3>
          <Status tone={tone} icon={icon}>
            {texts.verdicts[verdict].title}
            {operation.confirmedAt !== undefined && (
              <>
                {" "}
                <Timestamp value={operation.confirmedAt} detail="clock" /> <ZoneName />
              </>
            )}
          </Status>
        </h3>
        <p className="mt-1">{texts.verdicts[verdict].text}</p>
        {operation.confirmedAt === undefined && (
          <p className="mt-1 text-ink-muted">
            {memberTitles[member]}: <bdi>{answer.customer.contract[member] ?? reviewTexts.nothing}</bdi> ·{" "}
            {texts.readAt} <Timestamp value={answer.asOf} detail="clock" /> <ZoneName />
          </p>
        )}
        {operation.problem && <p className="mt-1 text-ink-muted wrap-anywhere">{operation.problem.detail}</p>}
        {operation.finding && <p className="mt-1 text-ink-muted wrap-anywhere">{operation.finding.message}</p>}
        {live?.job && (
          <div className="mt-2 flex flex-wrap items-center gap-3">
            <JobStatus job={live.job} />
            {live.job.progress !== undefined && !isFinished(live.job.state) && (
              <progress
                aria-label={texts.job}
                max={1}
                value={live.job.progress}
                className="progress-bar h-1.5 w-40 text-progress"
              />
            )}
            {live.job.reason !== undefined && <bdi className="wrap-anywhere">{live.job.reason}</bdi>}
          </div>
        )}
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-table">
        <Link
          href={pages.operation(environment, operationID)}
          prefetch={false}
          onNavigate={onLeave}
          className="text-accent underline underline-offset-2"
        >
          {texts.operation}
        </Link>
        {jobID !== undefined && (
          <Link
            href={pages.job(environment, jobID)}
            prefetch={false}
            onNavigate={onLeave}
            className="text-accent underline underline-offset-2"
          >
            {texts.openJob}
          </Link>
        )}
      </p>
      {mayReadAgain && (
        <Button className="self-start" aria-disabled={reading} onClick={read}>
          {reading ? texts.readingAgain : texts.readAgain}
        </Button>
      )}
    </div>
  );
}
