"use client";

import { createColumnHelper } from "@tanstack/react-table";
import Link from "next/link";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import { copyOf, type RowMenu } from "#components/data-table/row-menu.tsx";
import { TimeCell } from "#components/data-table/time-cell.tsx";
import { operationsTexts, columnTexts as texts } from "#components/operations/texts.ts";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { companyOf, operationAction, operationTitle } from "#components/ui/status/operation-texts.ts";
import { OutcomeStatus } from "#components/ui/status/outcome-status.tsx";
import { CustomerName } from "#components/ui/value/customer-name.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { LiveJob } from "#lib/live-jobs/use-live-jobs.ts";
import { outcomeDetail } from "#lib/operations/operation-outcome.ts";
import { pages } from "#lib/paths.ts";

/** A row: the operation, and its live job if the page follows the job. */
export interface OperationRow {
  operation: Operation;
  live: LiveJob | undefined;
}

const helper = createColumnHelper<DataTableFeatures, OperationRow>();

/** Links to the bulk change or the import that an operation belongs to. */
function ListLink({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="inline-flex min-h-6 shrink-0 items-center rounded-small bg-sunken px-1.5 text-accent text-fine hover:underline"
    >
      {children}
    </Link>
  );
}

function What({ operation }: { operation: Operation }) {
  const { environment, operationID, bulkID, importID } = operation;
  const company = companyOf(operation);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Link href={pages.operation(environment, operationID)} prefetch={false} className="row-link min-w-0">
        <bdi title={operationTitle(operation)}>
          {operationAction(operation)}
          {company !== undefined && <span className="sr-only">, {company}</span>}
        </bdi>
      </Link>
      {bulkID !== undefined && <ListLink href={pages.bulk(environment, bulkID)}>{operationsTexts.bulk}</ListLink>}
      {importID !== undefined && (
        <ListLink href={pages.import(environment, importID)}>{operationsTexts.import}</ListLink>
      )}
    </span>
  );
}

/** The menu of an operation's row. */
export const operationRowMenu: RowMenu<OperationRow> = ({ operation }) => {
  const { environment, operationID, customerID, jobID, actor } = operation;
  return {
    name: operationTitle(operation),
    copies: [
      { label: operationsTexts.copyID, text: operationID },
      ...copyOf(operationsTexts.copyCustomerID, customerID),
      ...copyOf(operationsTexts.copyJobID, jobID),
      { label: operationsTexts.copyEmail, text: actor.email },
    ],
    links: jobID === undefined ? [] : [{ label: operationsTexts.openJob, href: pages.job(environment, jobID) }],
  };
};

export const operationColumns = helper.columns([
  helper.accessor(({ operation }) => operationTitle(operation), {
    id: "what",
    header: texts.what,
    meta: { label: texts.what, width: "w-auto", rowHeader: true },
    cell: ({ row }) => <What operation={row.original.operation} />,
  }),
  helper.accessor(({ operation }) => operation.customerID, {
    id: "customer",
    header: texts.customer,
    meta: { label: texts.customer, width: "w-[25%]", narrow: "data-cell-half data-cell-plain" },
    cell: ({ row: { original } }) => {
      const { environment, customerID } = original.operation;
      return (
        <CustomerName environment={environment} customerID={customerID} companyName={companyOf(original.operation)} />
      );
    },
  }),
  helper.accessor(({ operation, live }) => outcomeDetail(operation, live), {
    id: "result",
    header: texts.result,
    meta: { label: texts.result, width: "w-48", narrow: "data-cell-half data-cell-plain" },
    cell: ({ row: { original } }) => <OutcomeStatus operation={original.operation} live={original.live} />,
  }),
  helper.accessor(({ operation }) => operation.actor.email, {
    id: "who",
    header: texts.who,
    meta: { label: texts.who, width: "w-[16%]", narrow: "data-cell-half data-cell-plain" },
    cell: ({ row }) => <PersonName {...row.original.operation.actor} />,
  }),
  helper.accessor(({ operation }) => operation.operationID, {
    id: "operationID",
    header: operationsTexts.operationID,
    meta: { label: operationsTexts.operationID, width: "w-36", isOptional: true },
    cell: ({ getValue }) => <EntityID id={getValue()} copyLabel={operationsTexts.copyID} />,
  }),
  helper.accessor(({ operation }) => operation.customerID, {
    id: "customerID",
    header: operationsTexts.customerID,
    meta: { label: operationsTexts.customerID, width: "w-36", isOptional: true },
    cell: ({ getValue }) => {
      const customerID = getValue();
      return customerID !== undefined && <EntityID id={customerID} copyLabel={operationsTexts.copyCustomerID} />;
    },
  }),
  helper.accessor(({ operation }) => operation.jobID, {
    id: "jobID",
    header: operationsTexts.jobID,
    meta: { label: operationsTexts.jobID, width: "w-36", isOptional: true },
    cell: ({ row, getValue }) => {
      const jobID = getValue();
      if (jobID === undefined) return null;
      const href = pages.job(row.original.operation.environment, jobID);
      return <EntityID id={jobID} href={href} copyLabel={operationsTexts.copyJobID} />;
    },
  }),
  helper.accessor(({ operation }) => operation.createdAt, {
    id: "at",
    header: texts.at,
    meta: { label: texts.at, width: "w-40", narrow: "data-cell-half data-cell-plain" },
    cell: ({ getValue }) => <TimeCell at={getValue()} />,
  }),
]);
