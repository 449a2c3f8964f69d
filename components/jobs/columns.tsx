"use client";

import { createColumnHelper } from "@tanstack/react-table";
import Link from "next/link";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import { copyOf, type RowMenu } from "#components/data-table/row-menu.tsx";
import { TimeCell } from "#components/data-table/time-cell.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Unplug } from "#components/ui/icon/icons.tsx";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { JobStatus } from "#components/ui/status/job-state.tsx";
import { operationKindName } from "#components/ui/status/operation-texts.ts";
import { Duration } from "#components/ui/time/duration.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Job } from "#lib/contract/job.ts";
import { isUnsuccessful } from "#lib/contract/values/job-states.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { pages } from "#lib/paths.ts";
import type { JobMenuItemsProps } from "./job-menu-items.tsx";
import { elapsedMs } from "./job-times.ts";
import { ProgressBar } from "./progress-bar.tsx";
import { jobColumnTexts as columnTexts, jobsTexts as texts } from "./texts.ts";

/** A row: the newest known state of a job. The state comes from the list or from the live stream. */
export interface JobRow {
  job: Job;
  /** True if the API no longer finds the job. */
  gone: boolean;
}

const JobMenuItems = lazyPart<JobMenuItemsProps>(() =>
  import("./job-menu-items.tsx").then((module) => module.JobMenuItems),
);

const helper = createColumnHelper<DataTableFeatures, JobRow>();

/** Links to the job's page. The text is the customer's name, or the job's ID if the name is not known. */
function JobName({ environment, job: { jobID, companyName } }: { environment: Environment; job: Job }) {
  return (
    <span className="cell-name">
      <Link
        href={pages.job(environment, jobID)}
        prefetch={false}
        title={companyName ?? jobID}
        className={classNames("row-link", !companyName && "font-mono text-fine")}
      >
        <bdi>{companyName || shortenMiddle(jobID)}</bdi>
      </Link>
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

/** The progress of a job, or its duration if the job has succeeded. */
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

/** The menu of a job's row. */
export const jobRowMenu =
  (environment: Environment): RowMenu<JobRow> =>
  ({ job }) => {
    const { jobID, customerID, companyName } = job;
    return {
      name: companyName || shortenMiddle(jobID),
      copies: [{ label: texts.copyID, text: jobID }, ...copyOf(texts.copyCustomerID, customerID)],
      links:
        customerID === undefined ? [] : [{ label: texts.openCustomer, href: pages.customer(environment, customerID) }],
      more: isUnsuccessful(job.state) && <JobMenuItems key={jobID} environment={environment} job={job} />,
    };
  };

/** The type of a job. If the API uses the name of one of Switchboard's kinds of operations, the kind in words. */
function JobType({ type }: { type: string | undefined }) {
  return type && <bdi title={type}>{operationKindName(type)}</bdi>;
}

/** The columns of jobs. No column can be sorted, because the API cannot sort jobs. */
export const jobColumns = (environment: Environment) =>
  helper.columns([
    helper.accessor((row) => row.job.jobID, {
      id: "job",
      header: columnTexts.job,
      meta: { label: columnTexts.job, width: "w-auto", rowHeader: true },
      cell: ({ row }) => <JobName environment={environment} job={row.original.job} />,
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
      meta: { label: columnTexts.type, width: "w-32 2xl:w-36" },
      cell: ({ row: { original } }) => <JobType type={original.job.type} />,
    }),
    helper.accessor((row) => row.job.progress, {
      id: "progress",
      header: columnTexts.progress,
      meta: { label: columnTexts.progress, width: "w-32 2xl:w-48" },
      cell: ({ row }) => <Progress job={row.original.job} />,
    }),
    helper.accessor((row) => row.job.jobID, {
      id: "jobID",
      header: columnTexts.jobID,
      meta: { label: columnTexts.jobID, width: "w-36 2xl:w-40", isOptional: true },
      cell: ({ getValue }) => <EntityID id={getValue()} copyLabel={texts.copyID} />,
    }),
    helper.accessor((row) => row.job.customerID, {
      id: "customerID",
      header: columnTexts.customerID,
      meta: { label: columnTexts.customerID, width: "w-36 2xl:w-40", isOptional: true },
      cell: ({ getValue }) => {
        const customerID = getValue();
        return customerID !== undefined && <EntityID id={customerID} copyLabel={texts.copyCustomerID} />;
      },
    }),
    helper.accessor((row) => row.job.created, {
      id: "created",
      header: columnTexts.created,
      meta: { label: columnTexts.created, width: "w-40 2xl:w-44", narrow: "cards:col-span-full sm:cards:col-span-2" },
      cell: ({ getValue }) => <TimeCell at={getValue()} />,
    }),
    helper.accessor((row) => row.job.updated, {
      id: "updated",
      header: columnTexts.updated,
      meta: {
        label: columnTexts.updated,
        width: "w-40 2xl:w-44 lg:max-2xl:hidden",
        narrow: "cards:hidden lg:max-2xl:hidden",
        isScreenOnly: true,
      },
      cell: ({ getValue }) => <TimeCell at={getValue()} />,
    }),
  ]);
