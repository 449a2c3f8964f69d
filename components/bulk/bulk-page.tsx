"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import { DataTable } from "#components/data-table/data-table.tsx";
import { DataTableSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import { Pager } from "#components/data-table/pager.tsx";
import { useKeptList } from "#components/data-table/use-kept-list.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Freshness } from "#components/ui/freshness.tsx";
import { freshnessTexts } from "#components/ui/freshness-texts.ts";
import { KeepFocus, keepsFocus } from "#components/ui/keep-focus.tsx";
import { ProblemPanel } from "#components/ui/problem-panel.tsx";
import { useMayWrite } from "#components/ui/session.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { BulkDetail } from "#lib/contract/bulk.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api, pages } from "#lib/paths.ts";
import { bulkQueryOptions } from "#lib/query/bulk.ts";
import { type BulkView, bulkViewParams } from "#lib/url-state/bulk-view.ts";
import { pageSizes } from "#lib/url-state/page-view.ts";
import { BulkFacts } from "./bulk-facts.tsx";
import { BulkStatePanel } from "./bulk-state.tsx";
import { type FirstChoice, mayChooseFirst } from "./next-step.tsx";
import { bulkRowColumns, bulkSkeletonColumns } from "./row-columns.tsx";
import { RowFilter } from "./row-filter.tsx";
import { bulkTexts as texts } from "./texts.ts";
import { useBulkView } from "./use-bulk-view.ts";

interface RowsProps {
  answer: BulkDetail;
  view: BulkView;
  change: (change: Partial<BulkView>) => void;
  outdated: boolean;
  busy: boolean;
}

function Rows({ answer, view, change, outdated, busy, first, onFirst }: RowsProps & FirstChoice) {
  const { bulk, rows, total } = answer;
  const { environment, change: wanted } = bulk;
  const mayChoose = useMayWrite() && mayChooseFirst(bulk);
  const firstID = first?.customerID;
  const columns = useMemo(
    () => bulkRowColumns({ environment, change: wanted }, mayChoose ? { firstID, onFirst } : undefined),
    [environment, wanted, mayChoose, firstID, onFirst],
  );
  if (rows.length === 0) {
    const isListing = view.state === undefined && bulk.state === "checking";
    const showAll = <Button onClick={() => change({ state: undefined })}>{texts.showAll}</Button>;
    return (
      <EmptyState title={isListing ? texts.notListed : texts.noRows} actions={isListing ? undefined : showAll}>
        {isListing ? texts.notListedWhy : undefined}
      </EmptyState>
    );
  }
  return (
    <>
      <DataTable
        caption={texts.rows}
        columns={columns}
        rows={rows}
        rowID={(row) => String(row.position)}
        total={total}
        limit={view.limit}
        offset={view.offset}
        outdated={outdated}
        busy={busy}
      />
      <Pager
        label={texts.rowsPager}
        total={total}
        limit={view.limit}
        offset={view.offset}
        pageSizes={pageSizes}
        onOffset={(offset) => change({ offset })}
        onLimit={(limit) => change({ limit })}
      />
    </>
  );
}

/** A bulk change: where it stands, the next step, and every one of its rows. */
export function BulkPage({ environment, bulkID }: { environment: Environment; bulkID: string }) {
  const [view, change] = useBulkView(environment, bulkID);
  const [first, onFirst] = useState<FirstChoice["first"]>();
  const query = useQuery({
    ...bulkQueryOptions(environment, bulkID, view),
    // What came with the page stands, rows or error, however the two clocks differ.
    refetchOnMount: false,
    retryOnMount: false,
  });
  const { kept, outdated, problem } = useKeptList(view, query);
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
          <DataTableSkeleton columns={bulkSkeletonColumns} label={texts.loading} />
        )}
      </>
    );
  }
  const { bulk } = answer;
  return (
    <>
      <h1 className="font-semibold text-display wrap-anywhere">{texts.heading(bulk.change)}</h1>
      {problemProps && (
        <ProblemPanel form="notice" {...problemProps}>
          {freshnessTexts.kept} <Timestamp value={answer.asOf} detail="clock" /> <ZoneName />
        </ProblemPanel>
      )}
      <BulkStatePanel bulk={bulk} signInHref={signInHref} first={first} onFirst={onFirst} />
      <div className="rounded-base border border-line bg-surface">
        <BulkFacts bulk={bulk} />
      </div>
      <section aria-label={texts.rows}>
        <KeepFocus className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div tabIndex={-1} {...keepsFocus} className="rounded-small">
              <RowFilter bulk={bulk} state={view.state} onState={(state) => change({ state })} />
            </div>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Freshness
                answer={answer}
                reloading={query.isFetching && outdated}
                onReload={reload}
                reloadLabel={texts.reload}
              />
              <a href={api.bulkReceipts(environment, bulkID)} download className={`${buttonClass()} print:hidden`}>
                <Download aria-hidden className="size-4" />
                {texts.receipts}
              </a>
            </div>
          </div>
          <div className="overflow-clip rounded-base border border-line bg-surface">
            <Rows
              answer={answer}
              view={view}
              change={change}
              outdated={outdated}
              busy={outdated && query.isFetching}
              first={first}
              onFirst={onFirst}
            />
          </div>
        </KeepFocus>
      </section>
    </>
  );
}
