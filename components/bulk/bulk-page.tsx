"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { columnWidths, DataTableSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import { FilteredTable } from "#components/data-table/filtered-table.tsx";
import { useOptionalColumns } from "#components/data-table/optional-columns.tsx";
import { useDisplayedList } from "#components/data-table/use-displayed-list.ts";
import { filterTexts } from "#components/forms/filters/filter-texts.ts";
import type { FirstChoice } from "#components/forms/run/first-choice.ts";
import { RowFilter } from "#components/forms/run/row-filter.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Download } from "#components/ui/icon/icons.tsx";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { freshnessTexts } from "#components/ui/panel/freshness-texts.ts";
import { PageFreshness } from "#components/ui/panel/page-freshness.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { customerForms } from "#components/ui/plural-forms.ts";
import { useCanWrite } from "#components/ui/session.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Bulk, BulkDetail } from "#lib/contract/operations/bulk.ts";
import { bulkRowStates } from "#lib/contract/values/operations/bulk-states.ts";
import { api, pages } from "#lib/paths.ts";
import { bulkQueryOptions } from "#lib/query/operations/bulk.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { type BulkView, bulkViewParams } from "#lib/url-state/bulk-view.ts";
import { BulkFacts } from "./bulk-facts.tsx";
import { FromView } from "./from-view.tsx";
import { canChooseFirst } from "./next-step.tsx";
import { bulkRowColumns, bulkRowMenu } from "./row-columns.tsx";
import { StatePanel } from "./state-panel.tsx";
import { rowStateNames, bulkTexts as texts } from "./texts.ts";
import { useBulkView } from "./use-bulk-view.ts";

const FilteredRows = lazyPart(() =>
  import("#components/data-table/why-empty/filtered-rows.tsx").then((module) => module.FilteredRows),
);

const countAll = ({ counts }: Bulk) => Object.values(counts).reduce((sum, count) => sum + count, 0);

interface RowsProps {
  answer: BulkDetail;
  view: BulkView;
  change: (change: Partial<BulkView>) => void;
  outdated: boolean;
  busy: boolean;
}

/** Explains why the table shows no rows. */
function NoRows({ bulk, view, change }: Pick<RowsProps, "view" | "change"> & { bulk: Bulk }) {
  if (bulk.state === "cancelled" && bulk.startedAt === undefined) {
    return <EmptyState title={texts.removed}>{texts.removedWhy}</EmptyState>;
  }
  if (view.states.length > 0) {
    return (
      <FilteredRows
        title={texts.noRows}
        name={filterTexts.several(view.states.map((state) => rowStateNames[state]))}
        found={countAll(bulk)}
        forms={customerForms}
        onRemove={() => change({ states: [] })}
      />
    );
  }
  if (bulk.state === "checking") return <EmptyState title={texts.notListed}>{texts.notListedWhy}</EmptyState>;
  return (
    <EmptyState title={texts.noRows} actions={<Button onClick={() => change({ offset: 0 })}>{texts.showAll}</Button>} />
  );
}

/** The filtered rows of a bulk change, with the file of results. */
function Rows({ answer, view, change, outdated, busy, first, onFirst }: RowsProps & FirstChoice) {
  const { bulk, approval, rows, total } = answer;
  const { environment, bulkID } = bulk;
  const isPlan = bulk.at !== undefined;
  const mayChoose = useCanWrite() && canChooseFirst(bulk, approval);
  const position = first?.position;
  const { columns, menu: columnsMenu } = useOptionalColumns(
    "bulkRows",
    useMemo(
      () => bulkRowColumns(environment, { isPlan, choosing: mayChoose ? { position, onFirst } : undefined }),
      [environment, isPlan, mayChoose, position, onFirst],
    ),
  );
  return (
    <FilteredTable
      title={texts.rows}
      pager={texts.rowsPager}
      filter={
        <RowFilter
          legend={texts.filter}
          all={countAll(bulk)}
          options={bulkRowStates.map((value) => ({ value, label: rowStateNames[value], count: bulk.counts[value] }))}
          values={view.states}
          onValues={(states) => change({ states })}
        />
      }
      tools={
        <>
          {rows.length > 0 && columnsMenu}
          <a href={api.bulkResults(environment, bulkID)} download className={buttonClass()}>
            <Download aria-hidden className="size-4" />
            {texts.results}
          </a>
        </>
      }
      empty={<NoRows bulk={bulk} view={view} change={change} />}
      columns={columns}
      rows={rows}
      total={total}
      outdated={outdated}
      busy={busy}
      menu={bulkRowMenu}
      view={view}
      onView={change}
    />
  );
}

/** A bulk change: its state, the next step, and all of its rows. */
export function BulkPage({ environment, bulkID }: { environment: Environment; bulkID: string }) {
  const [view, change] = useBulkView(environment, bulkID);
  const [first, onFirst] = useState<FirstChoice["first"]>();
  const query = useQuery({ ...bulkQueryOptions(environment, bulkID, view), ...keepPageData });
  const { kept, outdated, problem } = useDisplayedList(view, query);
  const answer = kept?.list;
  const reload = () => {
    if (!query.isFetching) void query.refetch();
  };
  const signInHref = pages.signIn(pages.bulk(environment, bulkID, bulkViewParams(view)));
  const problemProps = problem && { problem, onRetry: reload, retrying: query.isFetching, signInHref };
  if (!answer) {
    const frame = "overflow-clip rounded-base border border-line bg-surface";
    return (
      <>
        <h1 className="font-semibold text-display">{texts.title}</h1>
        {problemProps ? (
          <div className={frame}>
            <ProblemPanel {...problemProps} />
          </div>
        ) : (
          <DataTableSkeleton
            columns={columnWidths(bulkRowColumns(environment, { isPlan: false, choosing: undefined }))}
            label={texts.loading}
          />
        )}
      </>
    );
  }
  const { bulk } = answer;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3">
        <h1 className="font-semibold text-display wrap-anywhere">{texts.heading(bulk)}</h1>
        <PageFreshness />
      </div>
      {problemProps && (
        <ProblemPanel form="notice" {...problemProps}>
          {freshnessTexts.kept} <Timestamp value={answer.asOf} detail="clock" />
        </ProblemPanel>
      )}
      <StatePanel bulk={bulk} approval={answer.approval} signInHref={signInHref} first={first} onFirst={onFirst} />
      <FromView bulk={bulk} viewState={answer.viewState} signInHref={signInHref} />
      <div className="rounded-base border border-line bg-surface">
        <BulkFacts bulk={bulk} proposalID={answer.proposalID} />
      </div>
      <Rows
        answer={answer}
        view={view}
        change={change}
        outdated={outdated}
        busy={outdated && query.isFetching}
        first={first}
        onFirst={onFirst}
      />
    </>
  );
}
