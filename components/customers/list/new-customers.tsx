"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleHelp, Sparkles } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { JobStatus } from "#components/ui/job-state.tsx";
import { Status } from "#components/ui/status.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { CustomerList } from "#lib/contract/customer-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { isFinished } from "#lib/contract/job.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { pages } from "#lib/paths.ts";
import { creationsQueryOptions, expectsNewest, missingCustomers } from "#lib/query/new-customers.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";
import { newCustomersTexts as texts } from "./new-customers-texts.ts";

interface NewCustomersProps {
  environment: Environment;
  view: CustomersView;
  /** The first page of the list, as the API gave it. */
  list: CustomerList;
  /** Reads that page again. */
  onReload: () => void;
}

/** How long until the console looks again what became of a creation whose outcome nobody knows. */
const unknownAgainMs = 5_000;

/** Two answers to one loading of the page are this far apart at most. */
const olderMs = 2_000;

type JobFacts = Parameters<typeof JobStatus>[0]["job"];

function State({ operation, job }: { operation: Operation; job: JobFacts | undefined }) {
  if (job) return <JobStatus job={job} />;
  if (operation.state === "unknown") {
    return (
      <Status tone="caution" icon={CircleHelp}>
        {texts.unknown}
      </Status>
    );
  }
  return (
    <Status tone="progress" icon={CircleCheck}>
      {texts.accepted}
    </Status>
  );
}

function NewCustomer({ operation, job }: { operation: Operation; job: JobFacts | undefined }) {
  const { environment, operationID, customerID, request, actor, createdAt } = operation;
  const name = String(request.companyName ?? "");
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-1 text-table last:border-b-0">
      <span className="flex min-w-0 flex-1 basis-60 items-center gap-2">
        <span className="inline-flex shrink-0 items-center gap-1 rounded-small bg-accent-soft px-1.5 font-medium text-accent text-fine">
          <Sparkles aria-hidden className="size-3" />
          {texts.badge}
        </span>
        {customerID === undefined ? (
          <bdi className="truncate font-medium">{name}</bdi>
        ) : (
          <Link
            href={pages.customer(environment, customerID)}
            prefetch={false}
            className="truncate font-medium hover:text-accent hover:underline"
          >
            <bdi>{name}</bdi>
          </Link>
        )}
      </span>
      <State operation={operation} job={job} />
      <span className="text-ink-muted">
        <Timestamp value={createdAt} detail="clock" /> <ZoneName /> {texts.by(actor.email)}
      </span>
      <Link
        href={pages.operation(environment, operationID)}
        prefetch={false}
        aria-label={`${texts.follow} ${name}`}
        className="font-medium text-accent hover:underline print:hidden"
      >
        {texts.follow}
      </Link>
    </li>
  );
}

/** Creations whose customer the list does not show yet, on top of it until it does. */
export function NewCustomers({ environment, view, list, onReload }: NewCustomersProps) {
  const expected = expectsNewest(view);
  const { data, refetch } = useQuery({
    ...creationsQueryOptions(environment),
    enabled: expected,
    refetchInterval: ({ state }) =>
      state.data?.operations.some((operation) => operation.state === "unknown") ? unknownAgainMs : false,
  });
  const missing = expected && data ? missingCustomers(data.operations, list, Date.parse(data.asOf)) : [];
  const watched = missing.flatMap(({ jobID, job }) => (jobID && !(job && isFinished(job.state)) ? [jobID] : []));
  const { jobs } = useLiveJobs(environment, watched);
  const jobOf = ({ jobID, job }: Operation) => (jobID === undefined ? undefined : (jobs.get(jobID)?.job ?? job)) ?? job;
  const finished = missing.filter((operation) => jobOf(operation)?.state === "succeeded").length;
  const isOlder = expected && data !== undefined && Date.parse(list.asOf) - Date.parse(data.asOf) > olderMs;
  // Who reads the list again wants to know of what was begun meanwhile, too.
  useEffect(() => {
    if (isOlder) void refetch();
  }, [isOlder, refetch]);
  const seen = useRef(0);
  // A job that has just ended may have put its customer into the list.
  useEffect(() => {
    if (finished > seen.current) onReload();
    seen.current = finished;
  }, [finished, onReload]);
  if (missing.length === 0) return null;
  return (
    <section aria-label={texts.title} className="border-accent/30 border-b bg-accent-soft/30">
      <ul>
        {missing.map((operation) => (
          <NewCustomer key={operation.operationID} operation={operation} job={jobOf(operation)} />
        ))}
      </ul>
    </section>
  );
}
