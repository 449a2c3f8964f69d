"use client";

import { useQuery } from "@tanstack/react-query";
import { Duration } from "#components/ui/duration.tsx";
import { EntityID } from "#components/ui/entity-id.tsx";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { isFinished, type Job } from "#lib/contract/job.ts";
import { isKnownKind, type Operation } from "#lib/contract/operation.ts";
import { pages } from "#lib/paths.ts";
import { jobOperationQueryOptions } from "#lib/query/jobs.ts";
import { elapsedMs } from "./job-times.ts";
import { jobTexts as texts } from "./texts.ts";

function Instant({ at }: { at: string | undefined }) {
  if (at === undefined) return null;
  return (
    <>
      <Timestamp value={at} detail="minute" />{" "}
      <span className="text-ink-muted">
        <ZoneName />
      </span>
    </>
  );
}

/** The write of the console's own that a job came from, where there is one. */
export function useJobOperation(environment: Environment, jobID: string) {
  const query = useQuery({
    ...jobOperationQueryOptions(environment, jobID),
    refetchOnMount: false,
    retryOnMount: false,
  });
  return { operation: query.data?.operations[0], isRead: query.data !== undefined, failed: query.isError };
}

export function OperationLink({ environment, operation }: { environment: Environment; operation: Operation }) {
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      {isKnownKind(operation.kind) ? texts.operationKinds[operation.kind] : operation.kind}
      <EntityID
        id={operation.operationID}
        href={pages.operation(environment, operation.operationID)}
        copyLabel={texts.copyOperationID}
      />
      <span className="text-ink-muted wrap-anywhere">
        {texts.by} {operation.actor.email}
      </span>
    </span>
  );
}

function OperationFact({ environment, jobID }: { environment: Environment; jobID: string }) {
  const { operation, isRead, failed } = useJobOperation(environment, jobID);
  if (operation) return <OperationLink environment={environment} operation={operation} />;
  return <span className="text-ink-muted">{isRead ? texts.notOurs : failed && texts.operationUnread}</span>;
}

/** What the API provides about a job, and the operation that Switchboard knows for it. */
export function JobFacts({ environment, job, nowMs }: { environment: Environment; job: Job; nowMs: number }) {
  const ms = elapsedMs(job, nowMs);
  return (
    <Facts>
      <Fact name={isFinished(job.state) ? texts.took : texts.running}>{ms !== undefined && <Duration ms={ms} />}</Fact>
      <Fact name={texts.kind}>{job.type !== undefined && <bdi>{job.type}</bdi>}</Fact>
      <Fact name={texts.customer}>
        {job.customerID !== undefined && (
          <EntityID
            id={job.customerID}
            href={pages.customer(environment, job.customerID)}
            copyLabel={texts.copyCustomerID}
          />
        )}
      </Fact>
      <Fact name={texts.operation}>
        <OperationFact environment={environment} jobID={job.jobID} />
      </Fact>
      <Fact name={texts.created}>{job.created !== undefined && <Instant at={job.created} />}</Fact>
      <Fact name={texts.updated}>{job.updated !== undefined && <Instant at={job.updated} />}</Fact>
    </Facts>
  );
}
