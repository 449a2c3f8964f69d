"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useState } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { JobStatus } from "#components/ui/status/job-state.tsx";
import { OutcomeStatus } from "#components/ui/status/outcome-status.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { isInProgress } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import { useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { outcomeSentence, outcomeWords } from "#lib/operation-kinds/outcome-texts.ts";
import { currentOutcome, knownJob, outcomeDetail } from "#lib/operations/operation-outcome.ts";
import type { ShownCustomer } from "#lib/operations/verified-contract.ts";
import { pages } from "#lib/paths.ts";
import { followedOperationQueryOptions } from "#lib/query/customers/customer.ts";
import { otherMember } from "./change-state.ts";
import { ComparedValue } from "./contract-comparison.tsx";
import { type Member, memberTitles, resultTexts as texts } from "./texts.ts";

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

/** The member and the new value that an operation requests. */
function wantedBy({ request }: Operation): { member: Member; value: unknown } {
  return request.term === undefined ? { member: "plan", value: request.plan } : { member: "term", value: request.term };
}

/** True if Switchboard no longer expects the outcome of the operation to change. */
function isSettled(operation: Operation): boolean {
  const { outcome, nextLookAt } = operation;
  return !isInProgress(outcome) && (outcome !== "unknown" || nextLookAt === undefined);
}

interface ResultStepProps {
  environment: Environment;
  /** The operation as the server returned it. This step polls its later states. */
  operation: Operation;
  /** The newest answer about the customer. */
  answer: ShownCustomer;
  /** Called with each later state of the operation. */
  onOperation: (operation: Operation) => void;
  readAgain: () => Promise<void>;
  /** Called when the person follows a link to another page. */
  onLeave: () => void;
  /**
   * The new value of the other member, which is sent when this change is verified. Empty if no second change follows.
   */
  second: string;
  onVerified: () => void;
  /** Called to continue with the second change although the first one is not verified. */
  onSecond: () => void;
}

/** The result of a change: the verified value with its time, or what is still unknown. */
export function ResultStep(props: ResultStepProps) {
  const { environment, operation: answered, answer, onLeave, second, onVerified, onSecond } = props;
  const { onOperation, readAgain } = props;
  const { data } = useQuery(followedOperationQueryOptions(environment, answered, isSettled));
  const operation = data.operation;
  const { jobID, operationID } = operation;
  const live = useLiveJobs(environment, jobID === undefined ? [] : [jobID]).jobs.get(jobID ?? "");
  const detail = outcomeDetail(operation, live);
  const job = knownJob(operation, live);
  const [reading, setReading] = useState(false);

  const { member, value } = wantedBy(operation);
  // The end of an operation or a job may mean that the contract has changed, so the customer is read again.
  const moment = currentOutcome(operation, live);
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run only when the operation changes
  useEffect(() => onOperation(operation), [operation]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run only when the outcome changes
  useEffect(() => {
    void readAgain();
  }, [moment]);
  useEffect(() => announce(texts.outcome(member, outcomeWords[detail])), [member, detail]);

  const isVerified = detail === "verified";
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run only when the change is verified
  useEffect(() => {
    if (isVerified && second !== "") onVerified();
  }, [isVerified]);
  // The console may miss the end of a job. In that case, reading the contract can still verify the change.
  const isOver = !isInProgress(currentOutcome(operation, live)) && !isVerified;

  const mayReadAgain = detail === "awaiting-effect" || detail === "effect-not-seen" || detail === "vanished";
  const read = async () => {
    if (reading) return;
    setReading(true);
    await readAgain();
    setReading(false);
  };
  return (
    <div className="flex flex-col gap-3">
      <p>
        {memberTitles[member]}: <ComparedValue member={member} value={operation.before?.[member]} /> →{" "}
        <ComparedValue member={member} value={textOf(value)} className="font-semibold" />
      </p>
      <div className="rounded-base border border-line bg-sunken px-4 py-3">
        <h3>
          <OutcomeStatus operation={operation} live={live} withTime />
        </h3>
        <p className="mt-1">{outcomeSentence(detail, operation.kind)}</p>
        {operation.confirmedAt === undefined && (
          <p className="mt-1 text-ink-muted">
            {memberTitles[member]}: <ComparedValue member={member} value={answer.customer.contract[member]} /> ·{" "}
            {texts.readAt} <Timestamp value={answer.contractAsOf ?? answer.asOf} detail="clock" />
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
      {second !== "" && !isVerified && (
        <div role="status" className="flex flex-col items-start gap-2">
          <p>{(isOver ? texts.secondNotSent : texts.secondWaits)(otherMember(member), second)}</p>
          {isOver && <Button onClick={onSecond}>{texts.reviewSecond(otherMember(member))}</Button>}
        </div>
      )}
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
