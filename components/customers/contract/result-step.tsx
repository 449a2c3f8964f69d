"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useState } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { JobStatus } from "#components/ui/job-state.tsx";
import { OutcomeStatus } from "#components/ui/outcome-status.tsx";
import { outcomeSentence, outcomeWords } from "#components/ui/outcome-texts.ts";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { CustomerAnswer } from "#lib/contract/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { isFinished } from "#lib/contract/job.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { isUnderWay } from "#lib/contract/operation-outcome.ts";
import { useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { detailOf, knownJob, outcomeOf } from "#lib/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import { followedOperationQueryOptions } from "#lib/query/customer.ts";
import { type Member, memberTitles, reviewTexts, resultTexts as texts } from "./texts.ts";

/** What an operation wants to be in force. */
function wantedBy({ request }: Operation): { member: Member; value: unknown } {
  return request.term === undefined ? { member: "plan", value: request.plan } : { member: "term", value: request.term };
}

/** Whether nothing more is to come for an operation: a change whose job has ended may yet be verified. */
function isSettled(operation: Operation): boolean {
  const { outcome, jobID } = operation;
  if (outcome === "done") return jobID === undefined || detailOf(operation) === "verified";
  return !isUnderWay(outcome) && outcome !== "unknown";
}

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

/** The result of a change: what is verified, with its time, and otherwise what is not known. */
export function ResultStep({ environment, operation: answered, answer, readAgain, onLeave }: ResultStepProps) {
  const { data } = useQuery(followedOperationQueryOptions(environment, answered, isSettled));
  const operation = data.operation;
  const { jobID, operationID } = operation;
  const live = useLiveJobs(environment, jobID === undefined ? [] : [jobID]).jobs.get(jobID ?? "");
  const detail = detailOf(operation, live);
  const job = knownJob(operation, live);
  const [reading, setReading] = useState(false);

  const { member, value } = wantedBy(operation);
  // Whatever has ended just now may have changed the contract.
  const moment = outcomeOf(operation, live);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment is what counts
  useEffect(() => {
    void readAgain();
  }, [moment]);
  useEffect(() => announce(texts.outcome(member, outcomeWords[detail])), [member, detail]);

  const mayReadAgain = detail === "accepted" || detail === "succeeded" || detail === "vanished";
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
          <OutcomeStatus operation={operation} live={live} withTime />
        </h3>
        <p className="mt-1">{outcomeSentence(detail, operation.kind)}</p>
        {operation.confirmedAt === undefined && (
          <p className="mt-1 text-ink-muted">
            {memberTitles[member]}: <bdi>{answer.customer.contract[member] ?? reviewTexts.nothing}</bdi> ·{" "}
            {texts.readAt} <Timestamp value={answer.asOf} detail="clock" /> <ZoneName />
          </p>
        )}
        {operation.problem && <p className="mt-1 text-ink-muted wrap-anywhere">{operation.problem.detail}</p>}
        {operation.finding && <p className="mt-1 text-ink-muted wrap-anywhere">{operation.finding.message}</p>}
        {job && (
          <div className="mt-2 flex flex-wrap items-center gap-3">
            <JobStatus job={job} />
            {job.progress !== undefined && !isFinished(job.state) && (
              <progress
                aria-label={texts.job}
                max={1}
                value={job.progress}
                className="progress-bar h-1.5 w-40 text-progress"
              />
            )}
            {job.reason !== undefined && <bdi className="wrap-anywhere">{job.reason}</bdi>}
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
