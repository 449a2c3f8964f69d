"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { FilteredTable } from "#components/data-table/filtered-table.tsx";
import { filterTexts } from "#components/forms/filters/filter-texts.ts";
import type { FirstChoice } from "#components/forms/run/first-choice.ts";
import { RowFilter } from "#components/forms/run/row-filter.tsx";
import { canChooseFirst } from "#components/imports/can-choose-first.ts";
import { groupNames, rowForms, importTexts as texts } from "#components/imports/texts.ts";
import { announce } from "#components/ui/announcer.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Download } from "#components/ui/icon/icons.tsx";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { useCanWrite } from "#components/ui/session.tsx";
import type { Import, ImportRow, ImportRows } from "#lib/contract/operations/imports.ts";
import { needsApproval } from "#lib/operations/needs-approval.ts";
import { api } from "#lib/paths.ts";
import { changeImportRows, importKey } from "#lib/query/operations/imports.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import type { ImportView } from "#lib/url-state/import-view.ts";
import { importRowColumns } from "./row-columns.tsx";

const CorrectDialog = lazyPart(() => import("./correct-dialog.tsx").then((module) => module.CorrectDialog));

const FilteredRows = lazyPart(() =>
  import("#components/data-table/why-empty/filtered-rows.tsx").then((module) => module.FilteredRows),
);

const groups = Object.keys(groupNames) as (keyof typeof groupNames)[];

interface RowsSectionProps extends FirstChoice {
  answer: ImportRows;
  view: ImportView;
  change: (change: Partial<ImportView>) => void;
  outdated: boolean;
  busy: boolean;
}

/** Explains why the table shows no rows. */
function NoRows({ found, view, change }: Pick<RowsSectionProps, "view" | "change"> & { found: Import }) {
  if (view.show.length === 0) {
    return (
      <EmptyState
        title={texts.noRows}
        actions={<Button onClick={() => change({ offset: 0 })}>{texts.showAll}</Button>}
      />
    );
  }
  return (
    <FilteredRows
      title={texts.noRows}
      name={filterTexts.several(view.show.map((group) => groupNames[group]))}
      found={found.isRemoved ? 0 : found.counts.rows}
      forms={rowForms}
      onRemove={() => change({ show: [] })}
    />
  );
}

/** The filtered rows of an import with their actions. */
export function RowsSection({ answer, view, change, outdated, busy, first, onFirst }: RowsSectionProps) {
  const client = useQueryClient();
  const mayWrite = useCanWrite();
  const [correcting, setCorrecting] = useState<ImportRow>();
  const { import: found, approval, rows, total } = answer;
  const { environment, importID, counts, startedAt } = found;
  const mayChoose = mayWrite && canChooseFirst(found) && !(approval && needsApproval(approval));
  const firstPosition = first?.position;
  const columns = useMemo(() => {
    const decide = async (row: ImportRow, decision: "create" | "skip" | null) => {
      await changeImportRows(environment, importID, { rows: [{ position: row.position, decision }] }).catch((error) =>
        announce(shownProblem(error).detail),
      );
      await client.invalidateQueries({ queryKey: importKey(environment, importID) });
    };
    const actions = {
      onCorrect: setCorrecting,
      onDecide: (row: ImportRow, decision: "create" | "skip" | null) => void decide(row, decision),
      choosing: mayChoose ? { position: firstPosition, onFirst } : undefined,
    };
    return importRowColumns(found, mayWrite ? actions : undefined);
  }, [found, environment, importID, client, mayWrite, mayChoose, firstPosition, onFirst]);
  const failed = counts.errors + counts.failed + counts.cancelled;
  return (
    <>
      <FilteredTable
        title={texts.rows}
        pager={texts.rowsPager}
        filter={
          <RowFilter
            legend={texts.filter}
            all={counts.rows}
            options={groups.map((value) => ({ value, label: groupNames[value], count: counts[value] }))}
            values={view.show}
            onValues={(show) => change({ show })}
          />
        }
        tools={
          <>
            {failed > 0 && !found.isRemoved && (
              <a href={api.importResults(environment, importID, "only=failed")} download className={buttonClass()}>
                <Download aria-hidden className="size-4" />
                {startedAt === undefined ? texts.onlyErrors : texts.onlyFailed}
              </a>
            )}
            {startedAt !== undefined && (
              <a href={api.importResults(environment, importID)} download className={buttonClass()}>
                <Download aria-hidden className="size-4" />
                {texts.results}
              </a>
            )}
          </>
        }
        empty={<NoRows found={found} view={view} change={change} />}
        columns={columns}
        rows={rows}
        total={total}
        outdated={outdated}
        busy={busy}
        view={view}
        onView={change}
      />
      {correcting && <CorrectDialog found={found} row={correcting} onClose={() => setCorrecting(undefined)} />}
    </>
  );
}
