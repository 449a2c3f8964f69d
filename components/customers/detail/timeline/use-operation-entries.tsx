"use client";

import Link from "next/link";
import { ArrowLeftRight, LoaderCircle } from "#components/ui/icon/icons.tsx";
import { JobStatus } from "#components/ui/status/job-state.tsx";
import type { TimelineSource } from "#components/ui/timeline/timeline-source.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { watchedJobIDs } from "#lib/operations/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import { customerOperationsQueryOptions } from "#lib/query/customers/customer.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { useParts } from "#lib/query/use-parts.ts";
import { jobTexts } from "../texts.ts";
import { useCustomerJobs, useCustomerOperations } from "../use-customer.ts";
import { OperationEntry } from "./operation-entry.tsx";

/** The operations on a customer. They come from the console, because the API does not have them. */
export function useOperationEntries(environment: Environment, customerID: string, parts: number): TimelineSource {
  const { answers, ...reading } = useParts(parts, (part) => ({
    ...customerOperationsQueryOptions(environment, customerID, undefined, part),
    ...keepPageData,
  }));
  const operations = answers.flatMap((answer) => answer.operations);
  const { jobs } = useLiveJobs(environment, watchedJobIDs(operations));
  const entries = operations.map((operation) => {
    const { operationID, createdAt, jobID } = operation;
    const live = jobID === undefined ? undefined : jobs.get(jobID);
    return {
      key: operationID,
      at: createdAt,
      kinds: jobID === undefined ? (["operations"] as const) : (["operations", "jobs"] as const),
      icon: ArrowLeftRight,
      content: <OperationEntry environment={environment} operation={operation} live={live} />,
    };
  });
  return { kind: "operations", entries, hasOlder: (answers.at(-1)?.total ?? 0) > entries.length, ...reading };
}

/**
 * The customer's running jobs that belong to none of the customer's operations. A job without a time is shown only in
 * the strip at the top.
 */
export function useJobEntries(environment: Environment, customerID: string): TimelineSource {
  const { data, error, isFetching, refetch } = useCustomerJobs(environment, customerID);
  const operations = useCustomerOperations(environment, customerID).data?.operations ?? [];
  const named = new Set(operations.flatMap(({ jobID }) => jobID ?? []));
  const entries = (data?.jobs ?? []).flatMap((job) => {
    const at = job.created ?? job.updated;
    if (at === undefined || named.has(job.jobID)) return [];
    return {
      key: job.jobID,
      at,
      kinds: ["jobs"] as const,
      icon: LoaderCircle,
      content: (
        <div className="flex flex-wrap items-center gap-x-3">
          <Link
            href={pages.job(environment, job.jobID)}
            prefetch={false}
            className="font-medium text-accent hover:underline"
          >
            {jobTexts.title}
          </Link>
          <JobStatus job={job} />
        </div>
      ),
    };
  });
  const isPending = data === undefined && error === null;
  return { kind: "jobs", entries, hasOlder: false, error, isPending, isFetching, refetch: () => void refetch() };
}
