"use client";

import { createColumnHelper } from "@tanstack/react-table";
import Link from "next/link";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import { importTexts, rowTexts as texts } from "#components/imports/texts.ts";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Count } from "#components/ui/count.tsx";
import { ContractValue } from "#components/ui/value/contract-value.tsx";
import type { Import, ImportField, ImportRow } from "#lib/contract/operations/imports.ts";
import { pages } from "#lib/paths.ts";
import { RowResult } from "./row-result.tsx";

const helper = createColumnHelper<DataTableFeatures, ImportRow>();

/** The actions of an editor for a row. */
export interface RowActions {
  onCorrect: (row: ImportRow) => void;
  /** Stores the decision about a row. Null removes the decision. */
  onDecide: (row: ImportRow, decision: "create" | "skip" | null) => void;
  /** The choice of the row to create first. Undefined if the person cannot choose a row now. */
  choosing?: { position: number | undefined; onFirst: (row: ImportRow | undefined) => void } | undefined;
}

/** The cell of a row for a field. Undefined if no column maps to the field. */
function cellOf(found: Pick<Import, "columns" | "mapping">, row: ImportRow, field: ImportField): string | undefined {
  const at = found.columns.findIndex((name) => found.mapping?.columns[name] === field);
  return at < 0 ? undefined : row.cells?.[at]?.trim();
}

/**
 * The plan or the term of a row: the fixed value for all rows, or the meaning of the word in the cell. A word without a
 * mapping is its own meaning. Undefined if there is neither a fixed value nor a column for the member.
 */
function contractWordOf(found: Pick<Import, "columns" | "mapping">, row: ImportRow, member: "plan" | "term") {
  const word = cellOf(found, row, member);
  const { mapping } = found;
  return mapping?.fixed[member] ?? (word === undefined ? undefined : (mapping?.values[member][word] ?? word));
}

const nameOf = ({ companyName }: ImportRow) => companyName || importTexts.noName;

const choice = (isChosen: boolean) =>
  classNames(
    "h-7 w-fit rounded-base border px-2 text-table print:hidden",
    isChosen ? "chosen" : "border-line bg-surface hover:border-line-strong",
  );

function Actions({ row, found, actions }: { row: ImportRow; found: Import; actions: RowActions | undefined }) {
  const { operationID, position, state, line, candidates, decision } = row;
  if (operationID !== undefined) {
    return (
      <Link
        href={pages.operation(found.environment, operationID)}
        prefetch={false}
        aria-label={texts.operationOf(nameOf(row))}
        className="text-accent hover:underline"
      >
        {texts.operation}
      </Link>
    );
  }
  if (!actions) return null;
  const isDecision = state === "similar" || (decision !== undefined && candidates.length > 0);
  const { choosing } = actions;
  const isFirst = choosing?.position === position;
  return (
    <span className="flex flex-wrap gap-1 py-1">
      {found.state === "checked" && isDecision && (
        <>
          <button
            type="button"
            aria-pressed={decision === "create"}
            aria-label={texts.createOf(nameOf(row))}
            className={choice(decision === "create")}
            onClick={() => actions.onDecide(row, "create")}
          >
            {texts.create}
          </button>
          <button
            type="button"
            aria-pressed={decision === "skip"}
            aria-label={texts.skipOf(nameOf(row))}
            className={choice(decision === "skip")}
            onClick={() => actions.onDecide(row, "skip")}
          >
            {texts.skip}
          </button>
        </>
      )}
      {found.state === "checked" && state === "skipped" && !isDecision && (
        <Button size="small" aria-label={texts.takeInOf(String(line))} onClick={() => actions.onDecide(row, null)}>
          {texts.takeIn}
        </Button>
      )}
      {found.state === "checked" && (
        <Button size="small" aria-label={texts.correctOf(String(line))} onClick={() => actions.onCorrect(row)}>
          {texts.correct}
        </Button>
      )}
      {choosing && state === "ready" && (
        <button
          type="button"
          aria-pressed={isFirst}
          aria-label={texts.firstOf(nameOf(row))}
          onClick={() => choosing.onFirst(isFirst ? undefined : row)}
          className={choice(isFirst)}
        >
          {texts.first}
        </button>
      )}
    </span>
  );
}

export function importRowColumns(found: Import, actions: RowActions | undefined) {
  return helper.columns([
    helper.accessor("line", {
      header: texts.line,
      meta: { label: texts.line, width: "w-16", align: "end", narrow: "data-cell-half data-cell-plain" },
      cell: ({ getValue }) => <Count value={getValue()} />,
    }),
    helper.accessor("companyName", {
      header: texts.company,
      meta: { label: texts.company, width: "w-[24%]", rowHeader: true },
      cell: ({ row: { original } }) => {
        const email = cellOf(found, original, "adminUser.email");
        const { customerID, corrected } = original;
        return (
          <span className="flex flex-col whitespace-normal py-1.5 wrap-anywhere cards:py-0">
            {customerID === undefined ? (
              <bdi className="font-medium">{nameOf(original)}</bdi>
            ) : (
              <Link
                href={pages.customer(found.environment, customerID)}
                prefetch={false}
                className="w-fit font-medium text-accent hover:underline"
              >
                <bdi>{nameOf(original)}</bdi>
              </Link>
            )}
            {email !== undefined && email !== "" && <bdi className="font-normal text-fine text-ink-muted">{email}</bdi>}
            {corrected && <span className="font-normal text-fine text-ink-muted">({texts.corrected})</span>}
          </span>
        );
      },
    }),
    helper.display({
      id: "contract",
      header: texts.contract,
      meta: { label: texts.contract, width: "w-44", narrow: "data-cell-half data-cell-plain" },
      cell: ({ row: { original } }) => {
        const [plan, term] = [contractWordOf(found, original, "plan"), contractWordOf(found, original, "term")];
        return (
          <span className="flex flex-col whitespace-normal py-1.5 cards:py-0">
            {plan !== undefined && <ContractValue member="plan" value={plan} />}
            {term !== undefined && <ContractValue member="term" value={term} className="text-fine text-ink-muted" />}
          </span>
        );
      },
    }),
    helper.display({
      id: "result",
      header: texts.result,
      meta: { label: texts.result, width: "w-auto" },
      cell: ({ row: { original } }) => <RowResult row={original} environment={found.environment} />,
    }),
    helper.display({
      id: "action",
      header: texts.action,
      meta: { label: texts.action, width: "w-52 2xl:w-72" },
      cell: ({ row: { original } }) => <Actions row={original} found={found} actions={actions} />,
    }),
  ]);
}

/** The column widths for the placeholder of the table. */
export const importSkeletonColumns = ["w-16", "w-[24%]", "w-44", "flex-1", "w-52 2xl:w-72"] as const;
