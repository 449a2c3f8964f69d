"use client";

import { createColumnHelper } from "@tanstack/react-table";
import Link from "next/link";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import { TimeCell, TimeHeader } from "#components/data-table/time-column.tsx";
import { EntityID } from "#components/ui/entity-id.tsx";
import { OutcomeStatus } from "#components/ui/outcome-status.tsx";
import type { Operation } from "#lib/contract/operation.ts";
import type { LiveJob } from "#lib/live-jobs/use-live-jobs.ts";
import { detailOf } from "#lib/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import { operationTitle } from "./operation-title.ts";
import { operationsTexts, columnTexts as texts } from "./texts.ts";

/** A row: the write, and its job where the page follows it live. */
export interface OperationRow {
  operation: Operation;
  live: LiveJob | undefined;
}

const helper = createColumnHelper<DataTableFeatures, OperationRow>();

function What({ operation }: { operation: Operation }) {
  const { environment, operationID, bulkID } = operation;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Link
        href={pages.operation(environment, operationID)}
        prefetch={false}
        className="min-w-0 font-medium hover:text-accent hover:underline cards:wrap-anywhere wide:truncate"
      >
        <bdi title={operationTitle(operation)}>{operationTitle(operation)}</bdi>
      </Link>
      {bulkID !== undefined && (
        <Link
          href={pages.bulk(environment, bulkID)}
          prefetch={false}
          className="shrink-0 rounded-small bg-sunken px-1.5 text-accent text-fine hover:underline"
        >
          {operationsTexts.bulk}
        </Link>
      )}
    </span>
  );
}

export const operationColumns = helper.columns([
  helper.accessor(({ operation }) => operationTitle(operation), {
    id: "what",
    header: texts.what,
    meta: { label: texts.what, width: "w-auto", rowHeader: true },
    cell: ({ row }) => <What operation={row.original.operation} />,
  }),
  helper.accessor(({ operation, live }) => detailOf(operation, live), {
    id: "result",
    header: texts.result,
    meta: { label: texts.result, width: "w-46" },
    cell: ({ row: { original } }) => <OutcomeStatus operation={original.operation} live={original.live} />,
  }),
  helper.accessor(({ operation }) => operation.actor.email, {
    id: "who",
    header: texts.who,
    meta: { label: texts.who, width: "w-[17%]", narrow: "cards:col-span-full sm:cards:col-span-2" },
    cell: ({ getValue }) => (
      <bdi title={getValue()} className="text-ink-muted cards:wrap-anywhere print:wrap-anywhere!">
        {getValue()}
      </bdi>
    ),
  }),
  helper.accessor(({ operation }) => operation.customerID, {
    id: "customer",
    header: texts.customer,
    meta: { label: texts.customer, width: "w-36" },
    cell: ({ row, getValue }) => {
      const customerID = getValue();
      if (customerID === undefined) return null;
      const href = pages.customer(row.original.operation.environment, customerID);
      return <EntityID id={customerID} href={href} copyLabel={operationsTexts.copyCustomerID} />;
    },
  }),
  helper.accessor(({ operation }) => operation.jobID, {
    id: "job",
    header: texts.job,
    meta: { label: texts.job, width: "w-36" },
    cell: ({ row, getValue }) => {
      const jobID = getValue();
      if (jobID === undefined) return null;
      const href = pages.job(row.original.operation.environment, jobID);
      return <EntityID id={jobID} href={href} copyLabel={operationsTexts.copyJobID} />;
    },
  }),
  helper.accessor(({ operation }) => operation.createdAt, {
    id: "at",
    header: () => <TimeHeader name={texts.at} />,
    meta: { label: texts.at, width: "w-46", narrow: "cards:col-span-full sm:cards:col-span-2" },
    cell: ({ getValue }) => <TimeCell at={getValue()} />,
  }),
]);

/** The widths of the columns for the table that is not there yet. */
export const operationSkeletonColumns = ["flex-1", "w-46", "w-[17%]", "w-36", "w-37", "w-47"] as const;
