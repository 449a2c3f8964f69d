"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { PagedTable } from "#components/data-table/paged-table.tsx";
import { filterTexts } from "#components/forms/filters/filter-texts.ts";
import type { FirstChoice } from "#components/forms/run/first-choice.ts";
import { RowFilter } from "#components/forms/run/row-filter.tsx";
import { canChooseFirst } from "#components/imports/can-choose-first.ts";
import { groupNames, rowForms, importTexts as texts } from "#components/imports/texts.ts";
import { announce } from "#components/ui/announcer.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Download } from "#components/ui/icon/icons.tsx";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { useCanWrite } from "#components/ui/session.tsx";
import type { ImportRow, ImportRows } from "#lib/contract/operations/imports.ts";
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

/** The filtered rows of an import with their actions. */
export function RowsSection({ answer, view, change, outdated, busy, first, onFirst }: RowsSectionProps) {
  const client = useQueryClient();
  const mayWrite = useCanWrite();
  const [correcting, setCorrecting] = useState<ImportRow>();
  const { import: found, rows, total } = answer;
  const { environment, importID, counts, startedAt } = found;
  const mayChoose = mayWrite && canChooseFirst(found);
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
    <section aria-label={texts.rows}>
      <KeepFocus className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div tabIndex={-1} {...keepFocusProps} className="rounded-small">
            <RowFilter
              legend={texts.filter}
              all={counts.rows}
              options={groups.map((value) => ({ value, label: groupNames[value], count: counts[value] }))}
              values={view.show}
              onValues={(show) => change({ show })}
            />
          </div>
          <div className="flex flex-wrap items-center gap-2 empty:hidden print:hidden">
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
          </div>
        </div>
        <div className="overflow-clip rounded-base border border-line bg-surface">
          {rows.length === 0 ? (
            view.show.length === 0 ? (
              <EmptyState
                title={texts.noRows}
                actions={<Button onClick={() => change({ offset: 0 })}>{texts.showAll}</Button>}
              />
            ) : (
              <FilteredRows
                title={texts.noRows}
                name={filterTexts.several(view.show.map((group) => groupNames[group]))}
                found={found.isRemoved ? 0 : counts.rows}
                forms={rowForms}
                onRemove={() => change({ show: [] })}
              />
            )
          ) : (
            <PagedTable
              caption={texts.rows}
              columns={columns}
              rows={rows}
              rowID={(row) => String(row.position)}
              total={total}
              limit={view.limit}
              offset={view.offset}
              outdated={outdated}
              busy={busy}
              pager={texts.rowsPager}
              onOffset={(offset) => change({ offset })}
              onLimit={(limit) => change({ limit })}
            />
          )}
        </div>
      </KeepFocus>
      {correcting && <CorrectDialog found={found} row={correcting} onClose={() => setCorrecting(undefined)} />}
    </section>
  );
}
