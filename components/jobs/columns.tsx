"use client";

import { createColumnHelper } from "@tanstack/react-table";
import { Unplug } from "lucide-react";
import Link from "next/link";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import { TimeCell, TimeHeader } from "#components/data-table/time-column.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Duration } from "#components/ui/duration.tsx";
import { EntityID } from "#components/ui/entity-id.tsx";
import { JobStatus } from "#components/ui/job-state.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Job } from "#lib/contract/job.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { pages } from "#lib/paths.ts";
import { elapsedMs } from "./job-times.ts";
import { ProgressBar } from "./progress-bar.tsx";
import { jobColumnTexts as columnTexts, jobsTexts as texts } from "./texts.ts";

/** A row: the last known state of the job, from the list or from the stream. */
export interface JobRow {
  job: Job;
  /** The API no longer finds it. */
  gone: boolean;
}

const helper = createColumnHelper<DataTableFeatures, JobRow>();

function JobName({ environment, jobID }: { environment: Environment; jobID: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-0.5 text-ink-muted">
      <Link
        href={pages.job(environment, jobID)}
        prefetch={false}
        title={jobID}
        className="truncate font-medium font-mono text-accent text-fine hover:underline"
      >
        {shortenMiddle(jobID)}
      </Link>
      <CopyButton text={jobID} label={texts.copyID} />
    </span>
  );
}

function State({ row }: { row: JobRow }) {
  return (
    <span className="flex items-center gap-2 wide:[&>span>span]:truncate">
      <JobStatus job={row.job} />
      {row.gone && (
        <span
          title={texts.gone}
          className="inline-flex shrink-0 items-center gap-1 rounded-small bg-caution-soft px-1.5 text-caution text-fine"
        >
          <Unplug aria-hidden className="size-3" />
          {texts.goneMark}
        </span>
      )}
    </span>
  );
}

/** How far it is; of what has succeeded, how long it took. */
function Progress({ job }: { job: Job }) {
  if (job.state !== "succeeded") return <ProgressBar job={job} />;
  const ms = elapsedMs(job, 0);
  if (ms === undefined) return null;
  return (
    <span className="text-ink-muted">
      {texts.took} <Duration ms={ms} />
    </span>
  );
}

/** None can be sorted: the API offers no order. */
export const jobColumns = (environment: Environment) =>
  helper.columns([
    helper.accessor((row) => row.job.jobID, {
      id: "job",
      header: columnTexts.job,
      meta: { label: columnTexts.job, width: "w-36 2xl:w-40", rowHeader: true },
      cell: ({ getValue }) => <JobName environment={environment} jobID={getValue()} />,
    }),
    helper.accessor((row) => row.job.state, {
      id: "state",
      header: columnTexts.state,
      meta: { label: columnTexts.state, width: "w-36 2xl:w-44" },
      cell: ({ row }) => <State row={row.original} />,
    }),
    helper.accessor((row) => row.job.type, {
      id: "type",
      header: columnTexts.type,
      meta: { label: columnTexts.type, width: "w-auto" },
      cell: ({ getValue }) => getValue() && <bdi title={getValue()}>{getValue()}</bdi>,
    }),
    helper.accessor((row) => row.job.progress, {
      id: "progress",
      header: columnTexts.progress,
      meta: { label: columnTexts.progress, width: "w-36 2xl:w-48" },
      cell: ({ row }) => <Progress job={row.original.job} />,
    }),
    helper.accessor((row) => row.job.customerID, {
      id: "customer",
      header: columnTexts.customer,
      meta: { label: columnTexts.customer, width: "w-36 2xl:w-40" },
      cell: ({ getValue }) => {
        const customerID = getValue();
        if (customerID === undefined) return null;
        const href = pages.customer(environment, customerID);
        return <EntityID id={customerID} copyLabel={texts.copyCustomerID} href={href} />;
      },
    }),
    helper.accessor((row) => row.job.created, {
      id: "created",
      header: () => <TimeHeader name={columnTexts.created} />,
      meta: { label: columnTexts.created, width: "w-43 2xl:w-48", narrow: "max-sm:col-span-full" },
      cell: ({ getValue }) => <TimeCell at={getValue()} />,
    }),
    helper.accessor((row) => row.job.updated, {
      id: "updated",
      header: () => <TimeHeader name={columnTexts.updated} />,
      meta: { label: columnTexts.updated, width: "w-43 2xl:w-48", narrow: "max-sm:col-span-full" },
      cell: ({ getValue }) => <TimeCell at={getValue()} />,
    }),
  ]);

/** The widths of the columns for the table that is not there yet. */
export const jobSkeletonColumns = [
  "w-36 2xl:w-40",
  "w-37 2xl:w-44",
  "flex-1",
  "w-35 2xl:w-48",
  "w-38 2xl:w-41",
  "w-43 2xl:w-48",
  "w-44 2xl:w-49",
] as const;
