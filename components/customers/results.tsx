"use client";

import { useQuery } from "@tanstack/react-query";
import { DataTable } from "#components/data-table/data-table.tsx";
import { DataTableSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import { Pager } from "#components/data-table/pager.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { KeepFocus } from "#components/ui/keep-focus.tsx";
import { ProblemPanel } from "#components/ui/problem-panel.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { customersViewParams, pageSizes } from "#lib/customers-view.ts";
import { pages } from "#lib/paths.ts";
import { customersQueryOptions } from "#lib/query/customers.ts";
import { customerColumns, customerSkeletonColumns } from "./columns.tsx";
import { Freshness } from "./freshness.tsx";
import { NoCustomers } from "./no-customers.tsx";
import { Summary } from "./summary.tsx";
import { customersTexts as texts } from "./texts.ts";
import { useCustomersView } from "./use-customers-view.ts";
import { useKeptList } from "./use-kept-list.ts";

/** The rows that the URL asks for, with everything there is to say about them. */
export function CustomersResults({ environment }: { environment: Environment }) {
  const [view, change] = useCustomersView(environment);
  const query = useQuery({
    ...customersQueryOptions(environment, view),
    // What came with the page stands, rows or error, however the two clocks differ.
    refetchOnMount: false,
    retryOnMount: false,
  });
  const { kept, outdated, problem } = useKeptList(view, query);
  const list = kept?.list;
  const { isFetching } = query;
  const reload = () => {
    if (!isFetching) void query.refetch();
  };
  const turnPage = (offset: number) => {
    change({ offset });
    window.scrollTo(0, 0);
  };
  const problemProps = problem && {
    problem,
    onRetry: reload,
    retrying: isFetching,
    signInHref: pages.signIn(pages.customers(environment, customersViewParams(view))),
  };
  return (
    <section aria-label={texts.title}>
      <KeepFocus className="flex flex-col gap-2">
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Summary view={view} list={outdated ? undefined : list} reading={isFetching} />
          <Freshness list={list} reloading={isFetching} onReload={reload} />
        </div>
        {problemProps && list && (
          <ProblemPanel form="notice" {...problemProps}>
            {outdated ? texts.keptEarlier : texts.kept} <Timestamp value={list.asOf} detail="clock" /> <ZoneName />
          </ProblemPanel>
        )}
        {!problem && !list && <DataTableSkeleton columns={customerSkeletonColumns} label={texts.loading} />}
        {(problem || list) && (
          <div className="overflow-clip rounded-base border border-line bg-surface">
            {problemProps && !list && <ProblemPanel {...problemProps} />}
            {kept && list?.customers.length === 0 && (
              <div inert={outdated} className={classNames(outdated && "opacity-50")}>
                <NoCustomers view={kept.view} total={list.total} onChange={change} />
              </div>
            )}
            {list && list.customers.length > 0 && (
              <>
                <DataTable
                  caption={texts.caption}
                  columns={customerColumns}
                  rows={list.customers}
                  rowID={(customer) => customer.customerID}
                  total={list.total}
                  limit={view.limit}
                  offset={view.offset}
                  order={view}
                  onOrder={change}
                  outdated={outdated}
                  busy={outdated && isFetching}
                />
                <Pager
                  label={texts.pager}
                  total={list.total}
                  limit={view.limit}
                  offset={view.offset}
                  pageSizes={pageSizes}
                  onOffset={turnPage}
                  onLimit={(limit) => change({ limit })}
                />
              </>
            )}
          </div>
        )}
      </KeepFocus>
    </section>
  );
}
