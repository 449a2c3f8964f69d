"use client";

import { createColumnHelper } from "@tanstack/react-table";
import Link from "next/link";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import { copyOf, type RowMenu } from "#components/data-table/row-menu.tsx";
import { TimeCell } from "#components/data-table/time-cell.tsx";
import type { FirstChoice } from "#components/forms/run/first-choice.ts";
import { classNames } from "#components/ui/class-names.ts";
import { ArrowRight } from "#components/ui/icon/icons.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { ContractValue } from "#components/ui/value/contract-value.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { BulkRow } from "#lib/contract/operations/bulk.ts";
import { changedMember, changedValue } from "#lib/contract/values/operations/bulk-states.ts";
import { pages } from "#lib/paths.ts";
import { RowStatus } from "./states.tsx";
import { stepTexts } from "./step-texts.ts";
import { bulkTexts, rowTexts as texts } from "./texts.ts";

const helper = createColumnHelper<DataTableFeatures, BulkRow>();

const nameOf = ({ companyName }: BulkRow) => companyName || bulkTexts.noName;

/** The states of rows whose contract has the new value, will get it, or may have it. */
const changing: readonly string[] = ["ready", "sending", "planned", "changed", "accepted", "unknown"];

/** The old and the new value, such as `Essential → Professional`. */
export function RowChange({ row }: { row: BulkRow }) {
  const member = changedMember(row.change);
  const before = row.before?.[member];
  if (row.before === undefined) return null;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      {before === undefined ? texts.nothing : <ContractValue member={member} value={before} />}
      {changing.includes(row.state) && (
        <>
          <ArrowRight aria-hidden className="size-3.5 shrink-0 text-ink-muted" />
          <span className="sr-only">{texts.becomes}</span>
          <ContractValue member={member} value={changedValue(row.change)} className="font-medium" />
        </>
      )}
    </span>
  );
}

/** The state of a row. The reason is shown as the API or Switchboard gave it. */
export function RowResult({ row }: { row: BulkRow }) {
  return (
    <span className="flex flex-col whitespace-normal py-1.5 cards:py-0">
      <RowStatus row={row} />
      {row.reason !== undefined && (
        <bdi className="block ps-5.5 text-fine text-ink-muted wrap-anywhere">{row.reason}</bdi>
      )}
    </span>
  );
}

/** The choice of the row to change first. */
interface ChoosingFirst {
  position: number | undefined;
  onFirst: FirstChoice["onFirst"];
}

interface ColumnOptions {
  /** True if the bulk change creates a planned change for each row. */
  isPlan: boolean;
  choosing: ChoosingFirst | undefined;
}

/**
 * Links to the row's operation or planned change. A row that was not sent yet has a button instead. The button makes
 * this row the first row to send.
 */
function RowOperation({
  row,
  environment,
  isPlan,
  choosing,
}: ColumnOptions & { row: BulkRow; environment: Environment }) {
  const { operationID, plannedChangeID, position, state } = row;
  if (operationID !== undefined) {
    return (
      <Link
        href={pages.operation(environment, operationID)}
        prefetch={false}
        aria-label={texts.openOperationOf(nameOf(row))}
        className="text-accent hover:underline"
      >
        {texts.openOperation}
      </Link>
    );
  }
  if (plannedChangeID !== undefined) {
    return (
      <Link
        href={pages.plannedChange(environment, plannedChangeID)}
        prefetch={false}
        aria-label={texts.openPlannedOf(nameOf(row))}
        className="text-accent hover:underline"
      >
        {texts.openPlanned}
      </Link>
    );
  }
  if (!choosing || state !== "ready") return null;
  const isFirst = choosing.position === position;
  const name = nameOf(row);
  return (
    <button
      type="button"
      aria-pressed={isFirst}
      aria-label={isPlan ? stepTexts.planGoFirstOf(name) : stepTexts.goFirstOf(name)}
      onClick={() => choosing.onFirst(isFirst ? undefined : row)}
      className={classNames(
        "h-6 w-fit rounded-small border px-2 text-fine print:hidden",
        isFirst ? "chosen" : "border-line bg-surface hover:border-line-strong",
      )}
    >
      {isPlan ? stepTexts.planGoFirst : stepTexts.goFirst}
    </button>
  );
}

/** The menu of a bulk change's row. */
export const bulkRowMenu: RowMenu<BulkRow> = (row) => ({
  name: nameOf(row),
  copies: [{ label: bulkTexts.copyID, text: row.customerID }, ...copyOf(bulkTexts.copyOperationID, row.operationID)],
});

/**
 * The columns of a bulk change's rows. The rows of a planned bulk change have no column for verification, because
 * nothing was sent yet.
 */
export function bulkRowColumns(environment: Environment, { isPlan, choosing }: ColumnOptions) {
  const operation = isPlan ? texts.openPlanned : texts.operation;
  return helper.columns([
    helper.accessor("companyName", {
      header: texts.company,
      meta: { label: texts.company, width: "w-[24%]", rowHeader: true },
      cell: ({ row: { original } }) => (
        <Link
          href={pages.customer(environment, original.customerID)}
          prefetch={false}
          title={original.companyName}
          className="font-medium text-accent hover:underline cards:wrap-anywhere"
        >
          <bdi>{nameOf(original)}</bdi>
        </Link>
      ),
    }),
    helper.display({
      id: "change",
      header: texts.change,
      meta: {
        label: texts.change,
        width: "w-56",
        narrow: "data-cell-half data-cell-plain",
      },
      cell: ({ row: { original } }) => <RowChange row={original} />,
    }),
    helper.display({
      id: "result",
      header: texts.result,
      meta: { label: texts.result, width: "w-auto", narrow: "data-cell-half data-cell-plain" },
      cell: ({ row: { original } }) => <RowResult row={original} />,
    }),
    helper.display({
      id: "operation",
      header: operation,
      meta: { label: operation, width: isPlan ? "w-40" : "w-28" },
      cell: ({ row: { original } }) => (
        <RowOperation row={original} environment={environment} isPlan={isPlan} choosing={choosing} />
      ),
    }),
    helper.accessor("customerID", {
      header: texts.customerID,
      meta: { label: texts.customerID, width: "w-36", isOptional: true },
      cell: ({ getValue }) => <EntityID id={getValue()} copyLabel={bulkTexts.copyID} />,
    }),
    helper.accessor("settledAt", {
      header: texts.settledAt,
      meta: { label: texts.settledAt, width: "w-40", isOptional: true },
      cell: ({ getValue }) => <TimeCell at={getValue()} detail="clock" />,
    }),
    ...(isPlan
      ? []
      : [
          helper.accessor("confirmedAt", {
            header: texts.at,
            meta: { label: texts.at, width: "w-40" },
            cell: ({ getValue }) => <TimeCell at={getValue()} detail="clock" />,
          }),
        ]),
  ]);
}
