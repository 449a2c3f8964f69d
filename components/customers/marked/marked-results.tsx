"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { useCustomersLayout } from "#components/customers/layout-provider.tsx";
import {
  customerCard,
  customerColumns,
  customerRowMenu,
  customerSkeletonColumns,
} from "#components/customers/list/columns.tsx";
import { PlannedMarks } from "#components/customers/list/planned-mark.tsx";
import type { SelectedProps } from "#components/customers/selection/selection-bar.tsx";
import { useSelection } from "#components/customers/selection/use-selection.ts";
import { customersTexts } from "#components/customers/texts.ts";
import { useCustomersView } from "#components/customers/use-customers-view.ts";
import { useKeepLastList } from "#components/customers/use-last-list.ts";
import { DataTableSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import { PagedTable } from "#components/data-table/paged-table.tsx";
import { useRestoreRow } from "#components/data-table/use-restore-row.ts";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { KeepFocus } from "#components/ui/keep-focus.tsx";
import { type LazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import type { MarkedCustomer } from "#lib/contract/console/customer-notes.ts";
import type { Customer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { formatCount, formatPlaces } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { markedQueryOptions } from "#lib/query/customers/tags.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { customersViewParams, markOf } from "#lib/url-state/customers-view.ts";
import { markedMenuTexts as menuTexts } from "./marked-menu-texts.ts";
import { markedTexts as texts } from "./marked-texts.ts";

interface MarkedResultsProps {
  environment: Environment;
  /** The component that shows the selected customers and the actions for them. */
  Selected: LazyPart<SelectedProps>;
}

/** The data of a table row. If the customer could not be read, only the name and the ID are known. */
const rowOf = ({ customerID, companyName, customer }: MarkedCustomer): Customer =>
  customer ?? { customerID, companyName, deleted: false, contract: {}, adminUser: {}, raw: {} };

/**
 * The customers that the person has pinned, or the customers with a tag. The console stores the list, and reads each
 * customer from the API.
 */
export function MarkedResults({ environment, Selected }: MarkedResultsProps) {
  const [view, change] = useCustomersView(environment);
  const { layout } = useCustomersLayout();
  const locale = useNumberLocale();
  const area = useRef<HTMLElement>(null);
  const mark = markOf(view) ?? { pinned: true as const };
  const query = useQuery(markedQueryOptions(environment, mark, view));
  const list = query.data;
  const rows = useMemo(() => list?.customers.map(rowOf) ?? [], [list]);
  const columns = useMemo(
    () => customerColumns(environment, layout.columns, { isKnownOn: false }),
    [environment, layout.columns],
  );
  const selecting = useSelection(environment, view, { customers: rows });
  useKeepLastList(environment, view);
  useRestoreRow(area, list !== undefined);
  const unsure = list?.customers.filter(({ state }) => state !== "found") ?? [];
  return (
    <section ref={area} {...loadsOnIntent(Selected)} aria-label={texts.area}>
      <KeepFocus className="flex flex-col gap-2">
        {list && list.total > 0 && (
          <p className="min-h-5 text-table">
            <span className="font-medium">
              {customersTexts.of(formatPlaces(list.offset, rows.length, locale), texts.found(list.total))}
            </span>{" "}
            <span className="text-ink-muted">· {texts.own}</span>
          </p>
        )}
        {unsure.length > 0 && <Unsure customers={unsure} />}
        {query.error && (
          <ProblemPanel
            form={list ? "notice" : "panel"}
            problem={shownProblem(query.error)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
            signInHref={pages.signIn(pages.customers(environment, customersViewParams(view)))}
          />
        )}
        {query.isPending && (
          <DataTableSkeleton
            columns={customerSkeletonColumns(layout.columns)}
            card={customerCard}
            label={menuTexts.loading}
          />
        )}
        {list && (
          <div className="overflow-clip rounded-base border border-line bg-surface">
            {list.total === 0 ? (
              <EmptyState
                title={"tag" in mark ? texts.emptyTag(mark.tag) : texts.emptyPinned}
                actions={<Button onClick={() => change({ tag: [], pinned: false })}>{texts.all}</Button>}
              >
                {texts.emptyWhy}
              </EmptyState>
            ) : (
              <PlannedMarks environment={environment} customers={rows}>
                <PagedTable
                  caption={texts.caption}
                  columns={columns}
                  rows={rows}
                  rowID={(customer) => customer.customerID}
                  total={list.total}
                  limit={view.limit}
                  offset={list.offset}
                  outdated={false}
                  busy={query.isFetching}
                  density={layout.density}
                  selection={selecting.rows}
                  menu={customerRowMenu}
                  pager={customersTexts.pager}
                  onOffset={(offset) => change({ offset })}
                  onLimit={(limit) => change({ limit })}
                />
              </PlannedMarks>
            )}
          </div>
        )}
        {selecting.selection && list && (
          <Selected
            environment={environment}
            selection={selecting.selection}
            rows={rows}
            all={{
              label: texts.selectAll(formatCount(list.total, locale)),
              size: list.total,
              choose: () => ({ kind: "ids", customerIDs: list.customerIDs }),
            }}
            onSelect={selecting.select}
          />
        )}
      </KeepFocus>
    </section>
  );
}

/**
 * Lists the customers that the API no longer finds, and the customers that could not be read. Shows their last known
 * names.
 */
function Unsure({ customers }: { customers: readonly MarkedCustomer[] }) {
  const named = (state: MarkedCustomer["state"]) =>
    customers
      .filter((customer) => customer.state === state)
      .map(({ companyName, customerID }) => companyName || customerID);
  const [missing, unread] = [named("missing"), named("unread")];
  return (
    <div role="status" className="rounded-base bg-caution-soft px-3 py-2 text-caution text-table wrap-anywhere">
      {missing.length > 0 && (
        <p>
          {texts.missing}: <bdi>{missing.join(", ")}</bdi>
        </p>
      )}
      {unread.length > 0 && (
        <p>
          {texts.unreadRow}: <bdi>{unread.join(", ")}</bdi>
        </p>
      )}
    </div>
  );
}
