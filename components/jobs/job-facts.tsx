"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { CallsLink } from "#components/ui/record/calls-link.tsx";
import { FactRow, Facts } from "#components/ui/record/facts.tsx";
import { apiCallsTexts } from "#components/ui/status/call-texts.ts";
import { operationKindName } from "#components/ui/status/operation-texts.ts";
import { Duration } from "#components/ui/time/duration.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { CustomerName } from "#components/ui/value/customer-name.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Job } from "#lib/contract/job.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import { pages } from "#lib/paths.ts";
import { jobOperationQueryOptions } from "#lib/query/operations/jobs.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { elapsedMs } from "./job-times.ts";
import { jobTexts as texts } from "./texts.ts";

function Instant({ at }: { at: string | undefined }) {
  if (at === undefined) return null;
  return <Timestamp value={at} detail="minute" />;
}

/** The operation in Switchboard that started the job, if there is one. */
export function useJobOperation(environment: Environment, jobID: string) {
  const query = useQuery({ ...jobOperationQueryOptions(environment, jobID), ...keepPageData });
  return { operation: query.data?.operations[0], isRead: query.data !== undefined, failed: query.isError };
}

export function OperationLink({ environment, operation }: { environment: Environment; operation: Operation }) {
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <Link
        href={pages.operation(environment, operation.operationID)}
        prefetch={false}
        className="text-accent hover:underline"
      >
        {operationKindName(operation.kind)}
      </Link>
      <span className="text-ink-muted wrap-anywhere">
        {texts.by} <PersonName {...operation.actor} />
      </span>
    </span>
  );
}

function OperationFact({ environment, jobID }: { environment: Environment; jobID: string }) {
  const { operation, isRead, failed } = useJobOperation(environment, jobID);
  if (operation) return <OperationLink environment={environment} operation={operation} />;
  return <span className="text-ink-muted">{isRead ? texts.notOurs : failed && texts.operationUnread}</span>;
}

/** The API's data about a job, and the operation in Switchboard that started it. */
export function JobFacts({ environment, job, nowMs }: { environment: Environment; job: Job; nowMs: number }) {
  const ms = elapsedMs(job, nowMs);
  const { operation } = useJobOperation(environment, job.jobID);
  // The live stream sends no customer name, so the name may have to come from the operation.
  const companyName = job.companyName ?? operation?.companyName;
  return (
    <Facts>
      <FactRow name={isFinished(job.state) ? texts.took : texts.running}>
        {ms !== undefined && <Duration ms={ms} />}
      </FactRow>
      {job.type !== undefined && job.type !== operation?.kind && (
        <FactRow name={texts.kind}>
          <bdi title={job.type}>{operationKindName(job.type)}</bdi>
        </FactRow>
      )}
      <FactRow name={texts.customer}>
        {job.customerID !== undefined && (
          <CustomerName environment={environment} customerID={job.customerID} companyName={companyName} />
        )}
      </FactRow>
      <FactRow name={texts.operation}>
        <OperationFact environment={environment} jobID={job.jobID} />
      </FactRow>
      <FactRow name={apiCallsTexts.link} className="print:hidden">
        <CallsLink isShort environment={environment} query={{ id: job.jobID }} />
      </FactRow>
      <FactRow name={texts.created}>{job.created !== undefined && <Instant at={job.created} />}</FactRow>
      <FactRow name={texts.updated}>{job.updated !== undefined && <Instant at={job.updated} />}</FactRow>
    </Facts>
  );
}
