"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useRef } from "react";
import { useIsKnownOn } from "#components/customers/known-provider.tsx";
import { useCustomersLayout } from "#components/customers/layout-provider.tsx";
import { OutsideCount } from "#components/customers/search-widening/outside-count.tsx";
import { WidenedWindowNote } from "#components/customers/search-widening/search-widening-facts.tsx";
import { useSearchWidening } from "#components/customers/search-widening/use-search-widening.ts";
import type { SelectedProps } from "#components/customers/selection/selection-bar.tsx";
import { useSelection } from "#components/customers/selection/use-selection.ts";
import { knownOffTexts, customersTexts as texts } from "#components/customers/texts.ts";
import { useCustomersView } from "#components/customers/use-customers-view.ts";
import { useKeepLastList } from "#components/customers/use-last-list.ts";
import { DataTableSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import { pageOffsets } from "#components/data-table/page-position.ts";
import { PagedTable } from "#components/data-table/paged-table.tsx";
import { useDisplayedList } from "#components/data-table/use-displayed-list.ts";
import { useRestoreRow } from "#components/data-table/use-restore-row.ts";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { KeepFocus } from "#components/ui/keep-focus.tsx";
import { type LazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { knownMembers } from "#lib/contract/values/customers/known-filters.ts";
import { pages } from "#lib/paths.ts";
import { customersQueryOptions } from "#lib/query/customers/customers.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { customersViewParams, defaultCustomersView } from "#lib/url-state/customers-view.ts";
import { noKnownFilters } from "#lib/url-state/known-filters.ts";
import { customerCard, customerColumns, customerRowMenu, customerSkeletonColumns } from "./columns.tsx";
import { ColumnsButton } from "./columns-menu.tsx";
import { NewCustomers } from "./new-customers.tsx";
import { NoCustomers } from "./no-customers.tsx";
import { PlannedMarks } from "./planned-mark.tsx";
import { ListAgeProvider } from "./row-age.tsx";
import { Summary } from "./summary.tsx";
import { useNextPage } from "./use-next-page.ts";

/** The values that remove all filters and the sort order that need the store of known customers. */
const withoutRecord = {
  ...noKnownFilters,
  sort: defaultCustomersView.sort,
  ascending: defaultCustomersView.ascending,
};

interface CustomersResultsProps {
  environment: Environment;
  /** The component that shows the selected customers and the actions for them. */
  Selected: LazyPart<SelectedProps>;
}

/** The rows that the page's URL selects, with notices, empty states and errors. */
export function CustomersResults({ environment, Selected }: CustomersResultsProps) {
  const [view, change] = useCustomersView(environment);
  const { layout } = useCustomersLayout();
  const area = useRef<HTMLElement>(null);
  const query = useQuery({ ...customersQueryOptions(environment, view), ...keepPageData });
  const { kept, outdated, problem } = useDisplayedList(view, query);
  const isOff = problem?.code === "known_customers_off";
  const list = isOff ? undefined : kept?.list;
  const { isFetching, refetch } = query;
  const reload = useCallback(() => {
    if (!isFetching) void refetch();
  }, [isFetching, refetch]);
  const turnPage = useCallback(
    (offset: number) => {
      change({ offset });
      window.scrollTo(0, 0);
    },
    [change],
  );
  const isKnownOn = useIsKnownOn();
  const notProvided = list?.notProvided?.join();
  const columns = useMemo(
    () =>
      customerColumns(environment, layout.columns, {
        isKnownOn,
        notProvided: knownMembers.filter((member) => notProvided?.split(",").includes(member)),
      }),
    [environment, layout.columns, isKnownOn, notProvided],
  );
  const ladder = useSearchWidening(environment, view, query.data?.total === 0, change);
  const selecting = useSelection(environment, view, list);
  const isUpToDate = query.data !== undefined && !query.data.stale && !query.isError;
  const next = query.data && pageOffsets(query.data.total, view.limit, view.offset).next;
  const prefetchNext = useNextPage(environment, view, isUpToDate ? next : undefined);
  useKeepLastList(environment, view);
  useRestoreRow(area, query.data !== undefined);
  const problemProps = problem && {
    problem,
    onRetry: reload,
    retrying: isFetching,
    signInHref: pages.signIn(pages.customers(environment, customersViewParams(view))),
  };
  return (
    <section ref={area} {...loadsOnIntent(Selected)} aria-label={texts.title}>
      <KeepFocus className="flex flex-col gap-2">
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <div className="me-auto flex flex-wrap items-center gap-x-3 gap-y-1">
            <Summary view={view} list={outdated ? undefined : list} reading={isFetching} />
            <OutsideCount environment={environment} view={view} inside={query.data?.total} onChange={change} />
          </div>
          <ColumnsButton />
        </div>
        {!outdated && <WidenedWindowNote environment={environment} view={view} onChange={change} />}
        {problemProps && list && !isOff && (
          <ProblemPanel form="notice" {...problemProps}>
            {outdated ? texts.keptEarlier : texts.kept} <Timestamp value={list.asOf} detail="clock" />
          </ProblemPanel>
        )}
        {!problem && !list && (
          <DataTableSkeleton
            columns={customerSkeletonColumns(layout.columns)}
            card={customerCard}
            label={texts.loading}
          />
        )}
        {(problem || list) && (
          <div className="overflow-clip rounded-base border border-line bg-surface">
            {problemProps && !list && !isOff && <ProblemPanel {...problemProps} />}
            {isOff && (
              <EmptyState
                title={knownOffTexts.title}
                actions={<Button onClick={() => change(withoutRecord)}>{knownOffTexts.remove}</Button>}
              >
                {knownOffTexts.reason}
              </EmptyState>
            )}
            {query.data && <NewCustomers environment={environment} view={view} list={query.data} onReload={reload} />}
            {kept && list?.customers.length === 0 && (
              <div inert={outdated} className={classNames(outdated && "opacity-50")}>
                <NoCustomers
                  environment={environment}
                  view={kept.view}
                  total={list.total}
                  ladder={ladder}
                  onChange={change}
                />
              </div>
            )}
            {list && list.customers.length > 0 && (
              <ListAgeProvider asOf={list.asOf} isStale={list.stale === true}>
                <PlannedMarks environment={environment} customers={list.customers} listAsOf={list.asOf}>
                  <PagedTable
                    caption={texts.caption}
                    columns={columns}
                    rows={list.customers}
                    rowID={(customer) => customer.customerID}
                    total={list.total}
                    limit={view.limit}
                    offset={view.offset}
                    order={view}
                    onOrder={change}
                    outdated={outdated}
                    busy={outdated && isFetching}
                    density={layout.density}
                    selection={selecting.rows}
                    menu={customerRowMenu}
                    pager={texts.pager}
                    onOffset={turnPage}
                    onLimit={(limit) => change({ limit })}
                    onNextIntent={prefetchNext}
                  />
                </PlannedMarks>
              </ListAgeProvider>
            )}
          </div>
        )}
        {selecting.selection && list && (
          <Selected
            environment={environment}
            selection={selecting.selection}
            rows={list.customers}
            all={selecting.all}
            onSelect={selecting.select}
          />
        )}
      </KeepFocus>
    </section>
  );
}
